#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check of a built site: each link, anchor, picture and script is there, and no Markdown is left in texts.

links.py FOLDER prints what is wrong, one line each, then the numbers of pages and links; 1 if anything is.
With --reference it also checks the pages of Doxygen, which take seconds."""
import html.parser
import pathlib
import re
import sys
import urllib.parse

FAULTS_OF_DOXYGEN = ["#nested-classes"]  # 1.9.4: of a class whose only nested ones are private


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.left, self.open = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in ("p", "li", "td", "code", "pre", "script", "style"):
            self.open.append(tag)
        attributes = dict(attributes)
        self.anchors.update(attributes[name] for name in ("id", "name") if attributes.get(name))
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name) is not None]

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data):
        # A list without an empty line before it, a table that is none, a link that wasn't taken for one.
        if self.open and self.open[-1] in ("p", "li", "td") and re.search(r"\n([-*] |\d+\. |\|)|\]\(", data):
            self.left.append(data.strip())


class Site:
    """Pages of a folder, each read once."""

    def __init__(self, root):
        self.root, self.pages = root, {}

    def page(self, path):
        if path not in self.pages:
            self.pages[path] = Page(path.read_text())
        return self.pages[path]


def check(root, with_reference):
    site, wrong, count = Site(root), [], 0
    names = sorted(path.relative_to(root) for path in root.rglob("*.html"))
    names = [name for name in names if with_reference or name.parts[0] != "reference"]
    for name in names:
        path = root / name
        page = site.page(path)
        if name.parts[0] != "reference":  # has no Markdown but operator[](...)
            wrong += [f"{name}: Markdown is left: {text[:90]!r}" for text in page.left]
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc or name.name == "404.html" or link in FAULTS_OF_DOXYGEN:
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if target.is_dir():
                target /= "index.html"
            anchor = urllib.parse.unquote(url.fragment)
            if not target.is_relative_to(root) or not target.exists():
                wrong.append(f"{name}: {link} leads nowhere")
            elif anchor and target.suffix == ".html" and anchor not in site.page(target).anchors:
                wrong.append(f"{name}: {link} names no anchor")
    return wrong, len(names), count


def main():
    wrong, pages, links = check(pathlib.Path(sys.argv[1]).resolve(), "--reference" in sys.argv)
    print("\n".join(wrong + [f"{pages} pages, {links} links, {len(wrong)} faults"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
