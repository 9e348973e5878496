# SPDX-License-Identifier: MIT
"""numpy's own files of one array: what goldens of floats are kept in."""
import io
import math

import numpy as np

from . import files

_READERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def encode(picture):
    stream = io.BytesIO()
    np.save(stream, np.ascontiguousarray(picture), allow_pickle=False)
    return stream.getvalue()


def read(path):
    """An array of numbers. The header's size is checked before memory is taken."""
    data = files.read_bytes(path)
    stream = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        if version not in _READERS:
            raise ValueError(f"is of version {version[0]}.{version[1]}, which isn't read")
        shape, is_fortran, dtype = _READERS[version](stream)
    except Exception as error:  # numpy's reader of headers is that of Python's source: it raises many kinds
        raise ValueError(f"{path}: has no header of numpy: {str(error).partition(chr(10))[0]}") from None
    size = math.prod(shape) * dtype.itemsize
    if dtype.kind not in "fiu" or size != len(data) - stream.tell():
        raise ValueError(f"{path}: shape {shape} of {dtype}: its {len(data) - stream.tell()} bytes are no such numbers")
    return np.frombuffer(data, dtype, offset=stream.tell()).reshape(shape, order="F" if is_fortran else "C")
