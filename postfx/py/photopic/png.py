# SPDX-License-Identifier: MIT
"""PNG files of 8 and 16 bits, grey, RGB or RGB with alpha, as numpy arrays: what goldens are kept in."""
import struct
import zlib

import numpy as np

from .files import MAX_BYTES, read_bytes

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOR_OF_CHANNELS = {1: 0, 3: 2, 4: 6}
_CHANNELS_OF_COLOR = {0: 1, 2: 3, 6: 4}


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def encode(picture):
    """`picture`: uint8 or uint16, (height, width) or (height, width, channels) with 1, 3 or 4."""
    picture = np.asarray(picture)
    channels = picture.shape[2] if picture.ndim == 3 else 1
    height, width = picture.shape[:2]
    rows = np.ascontiguousarray(picture, picture.dtype.newbyteorder(">")).reshape(height, -1).view(np.uint8)
    scanlines = np.empty((height, rows.shape[1] + 1), np.uint8)
    scanlines[:, 0] = 2  # up
    scanlines[0, 1:] = rows[0]
    scanlines[1:, 1:] = rows[1:] - rows[:-1]
    header = struct.pack(">IIBBBBB", width, height, 8 * picture.dtype.itemsize, _COLOR_OF_CHANNELS[channels], 0, 0, 0)
    return (_SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(scanlines.tobytes(), 6)) +
            _chunk(b"IEND", b""))


def _chunks(data, path):
    if data[:8] != _SIGNATURE:
        raise ValueError(f"{path}: is no PNG file")
    at = 8
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if len(body) != length or at + 12 + length > len(data):
            break
        if struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] != zlib.crc32(kind + body):
            raise ValueError(f"{path}: damaged: the checksum of its chunk {kind.decode('ascii', 'replace')} is wrong")
        yield kind, body
        if kind == b"IEND":
            return
        at += 12 + length
    raise ValueError(f"{path}: ends early")


def _unfilter(kind, row, before, step, path):
    if kind == 0:
        return row
    if kind == 2:
        return row + before
    if kind == 1:  # sums along the row, of each byte of a pixel
        padded = np.zeros(-(-len(row) // step) * step, np.uint8)
        padded[:len(row)] = row
        return np.cumsum(padded.reshape(-1, step), axis=0, dtype=np.uint8).reshape(-1)[:len(row)]
    if kind not in (3, 4):
        raise ValueError(f"{path}: damaged: a row with filter {kind}")
    result = bytearray(row.tobytes())
    above = before.tobytes()
    for i in range(len(result)):
        left = result[i - step] if i >= step else 0
        if kind == 3:
            result[i] = (result[i] + (left + above[i]) // 2) & 255
            continue
        corner = above[i - step] if i >= step else 0
        guess = left + above[i] - corner
        distances = (abs(guess - left), abs(guess - above[i]), abs(guess - corner))
        nearest = (left, above[i], corner)[distances.index(min(distances))]
        result[i] = (result[i] + nearest) & 255
    return np.frombuffer(bytes(result), np.uint8)


def read(path):
    """(height, width) of grey, (height, width, 3 or 4) else. Palettes, other depths and interlacing are refused."""
    data = read_bytes(path)
    header, packed = None, []
    for kind, body in _chunks(data, path):
        if kind == b"IHDR" and len(body) == 13:
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed.append(body)
    if header is None:
        raise ValueError(f"{path}: has no header")
    width, height, bits, color, _, _, interlaced = header
    if bits not in (8, 16) or color not in _CHANNELS_OF_COLOR or interlaced:
        raise ValueError(f"{path}: must be grey, RGB or RGB with alpha, of 8 or 16 bits, not interlaced")
    step = _CHANNELS_OF_COLOR[color] * bits // 8
    size = (width * step + 1) * height
    if not (width and height) or size > MAX_BYTES:
        raise ValueError(f"{path}: {width} x {height}: must have pixels, and at most {MAX_BYTES} bytes of them")
    try:
        unpacked = zlib.decompressobj().decompress(b"".join(packed), size)
    except zlib.error as error:
        raise ValueError(f"{path}: damaged: {error}") from None
    if len(unpacked) != size:
        raise ValueError(f"{path}: ends early: {len(unpacked)} bytes of {size}")
    scanlines = np.frombuffer(unpacked, np.uint8).reshape(height, -1)
    rows = np.empty((height, width * step), np.uint8)
    before = np.zeros(width * step, np.uint8)
    for y in range(height):
        rows[y] = before = _unfilter(int(scanlines[y, 0]), scanlines[y, 1:], before, step, path)
    picture = rows.view(np.uint8 if bits == 8 else ">u2").astype(np.uint8 if bits == 8 else np.uint16)
    picture = picture.reshape(height, width, -1)
    return picture[:, :, 0] if picture.shape[2] == 1 else picture
