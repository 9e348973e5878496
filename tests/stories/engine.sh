# SPDX-License-Identifier: MIT
# Checks of docs/story-engine.md, sourced by run.sh: codes and light of the frames are what the look asks for.

before() {
  export VK_ADD_LAYER_PATH=${PHOTOPIC_STORY_LAYERS:?the folder of the layer of the window system for tests}
  export VK_INSTANCE_LAYERS=VK_LAYER_PHOTOPIC_windows
}

after() {
  python3 - <<'END' || fail "frames or light aren't what the page says"
import csv, struct, zlib

def decode(file):
    """Width, and rows of 16-bit codes of a PNG with three channels that says HDR10."""
    data, at, packed = open(file, "rb").read(), 8, b""
    chunks = {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        packed += body if kind == b"IDAT" else b""
        chunks[kind] = body
        at += 12 + size
    width, height, depth, color = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, color, chunks[b"cICP"]) == (16, 2, bytes([9, 16, 0, 1])), file
    raw, stride, rows, last = zlib.decompress(packed), width * 6, [], bytes(width * 6)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            a, b, c = row[i - 6] if i >= 6 else 0, last[i], last[i - 6] if i >= 6 else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[i] = (row[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
        last = bytes(row)
        rows.append(struct.unpack(f">{width * 3}H", last))
    return rows

def nits(code):  # SMPTE ST 2084
    p = (code / 65535) ** (1 / 78.84375)
    return 10000 * (max(p - 0.8359375, 0) / (18.8515625 - 18.6875 * p)) ** (1 / 0.1593017578125)

table = list(csv.DictReader(open("light.csv")))
rows = {int(row["frame"]): {key: float(value) for key, value in row.items()} for row in table}
assert sorted(rows) == list(range(16)), sorted(rows)
for row in rows.values():
    assert 700 < row["max_cll"] <= 806 and row["max_fall"] < 100 and row["invalid_texels"] == 0, row  # a code above 800
assert rows[15]["mean_cd_m2"] < 0.9 * rows[5]["mean_cd_m2"], "the menu hides no light"

street, menu, dim = (decode(name) for name in ("shot.05.png", "shot.15.png", "dim.15.png"))
for picture, white in ((menu, 250), (dim, 120)):
    for channel in picture[70][360 * 3:360 * 3 + 3]:
        assert abs(nits(channel) / white - 1) < 0.012, (nits(channel), white)  # half a code of 10 bits, twice
outside = [y for y in range(360) if y < 50 or y >= 270]
assert all(street[y] == menu[y] == dim[y] for y in outside), "the menu changes the scene"
END
  local light
  light=$(photopic meter shot.15.png --content-light | awk '/MaxCLL/ { print $2 + 0 }')
  awk -F, -v light="$light" '$1 == 15 { exit !(light / $11 > 0.9999 && light / $11 < 1.0001) }' light.csv ||
    fail "MaxCLL of shot.15.png is $light, light.csv has another"
}
