# SPDX-License-Identifier: MIT
"""Report on compared pictures as a page of HTML, with the pictures beside it."""
import html
import json
import os

import numpy as np

from . import png

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #222; }
h2 { font-size: 1.1em; margin: 2em 0 .4em; } h2 span { font-weight: normal; }
.fails { color: #b00020; } .passes { color: #1b5e20; }
table { border-collapse: collapse; margin: .4em 0; } td, th { padding: .15em .8em .15em 0; text-align: left; }
td { font-variant-numeric: tabular-nums; }
figure { display: inline-block; margin: .4em .8em .4em 0; vertical-align: top; max-width: 31%; }
img { max-width: 100%; image-rendering: pixelated; min-width: 8em; background: #ddd; } figcaption { color: #555; }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } figcaption { color: #aaa; }
  .fails { color: #ff8a80; } .passes { color: #a5d6a7; } }
"""


def shown(picture):
    """uint8 codes of a picture: floats are linear, 1 is white."""
    picture = np.asarray(picture)
    if picture.dtype == np.uint8:
        return picture
    if picture.dtype == np.uint16:
        return (picture >> 8).astype(np.uint8)
    light = np.clip(np.nan_to_num(picture.astype(np.float32), nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0)
    codes = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    return np.rint(255.0 * codes).astype(np.uint8)


def difference(golden, picture):
    """Absolute difference of the codes shown, the largest as white; None where the pictures have other sizes."""
    a, b = shown(golden), shown(picture)
    if a.shape != b.shape:
        return None
    apart = np.abs(a.astype(np.int16) - b.astype(np.int16))
    apart = apart[..., :3] if apart.ndim == 3 else apart
    return (apart * 255 // max(int(apart.max()), 1)).astype(np.uint8)


def add_case(folder, name, case, pictures):
    """Writes the case's pictures ('golden', 'picture', 'difference') and its file of JSON, which write_page() reads."""
    case = dict(case, name=name, pictures=[])
    for what, picture in pictures:
        if picture is not None:
            file = f"{name}.{what}.png"
            png.write_atomically(os.path.join(folder, file), png.encode(shown(picture)))
            case["pictures"].append({"what": what, "file": file})
    png.write_atomically(os.path.join(folder, f"{name}.case.json"), json.dumps(case, indent=1).encode())


def read_cases(folder):
    cases = []
    for path, _, files in os.walk(folder):
        for file in files:
            if file.endswith(".case.json"):
                with open(os.path.join(path, file), encoding="utf-8") as stream:
                    cases.append(json.load(stream))
    return sorted(cases, key=lambda case: (case["passes"], case["name"]))


def clear(folder):
    """Cases of an earlier run."""
    for path, _, files in os.walk(folder):
        for file in files:
            if file.endswith((".case.json", ".golden.png", ".picture.png", ".difference.png")):
                os.unlink(os.path.join(path, file))


def _case_html(case):
    verdict = "passes" if case["passes"] else "fails"
    lines = [f'<h2 id="{html.escape(case["name"])}"><span class="{verdict}">{verdict}</span> '
             f'{html.escape(case["name"])}</h2>']
    if case.get("reason"):
        lines.append(f"<p>{html.escape(case['reason'])}</p>")
    if case["checks"]:
        lines.append("<table><tr><th>metric</th><th>value</th><th>limit</th></tr>")
        for check in case["checks"]:
            kind = "" if check["passes"] else ' class="fails"'
            lines.append(f"<tr{kind}><td>{html.escape(check['metric'])}</td><td>{check['value']}</td>"
                         f"<td>{html.escape(check['limit'])}</td></tr>")
        lines.append("</table>")
    for picture in case["pictures"]:
        file = html.escape(picture["file"])
        lines.append(f'<figure><a href="{file}"><img src="{file}" alt="{picture["what"]}"></a>'
                     f"<figcaption>{picture['what']}</figcaption></figure>")
    return "\n".join(lines)


def write_page(folder):
    """index.html of all cases in `folder`, those that fail first. Returns its path, None without cases."""
    cases = read_cases(folder)
    if not cases:
        return None
    failing = sum(not case["passes"] for case in cases)
    head = f"{len(cases)} pictures, {failing} of them fail" if failing else f"{len(cases)} pictures, all pass"
    page = (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{head}</title>'
            f"<style>{_STYLE}</style></head><body>\n<h1>{head}</h1>\n" + "\n".join(map(_case_html, cases)) +
            "\n</body></html>\n")
    path = os.path.join(folder, "index.html")
    png.write_atomically(path, page.encode())
    return path
