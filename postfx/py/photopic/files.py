# SPDX-License-Identifier: MIT
"""Files that are read whole from disk, and written complete or not at all."""
import os
import stat
import tempfile

MAX_BYTES = 1 << 30  # of a file, and of a decoded picture

_KINDS = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"))


def _open_at_once(path, flags):
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe without a writer is refused, not waited for


def read_bytes(path, max_bytes=MAX_BYTES):
    """All bytes of a regular file. ValueError: another kind of file, or a larger one; OSError: the system's."""
    with open(path, "rb", opener=_open_at_once) as file:
        status = os.fstat(file.fileno())
        for is_kind, name in _KINDS:
            if is_kind(status.st_mode):
                raise ValueError(f"{path}: is {name}, not a regular file")
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise ValueError(f"{path}: has more than {max_bytes} bytes")
    return data


def write_atomically(path, data):
    """The file appears under its name complete, or not at all."""
    path = os.fspath(path)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".photopic-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
