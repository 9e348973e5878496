# SPDX-License-Identifier: MIT
"""MkDocs: which files of the repository are in the site, and where. Called by `scripts/docs`."""
import pathlib
import posixpath
import re
import xml.etree.ElementTree

from mkdocs.structure.files import File, Files

LINK = re.compile(r"(?<=\]\()([^)#\s:]+)(?=[)#])")


class Link(File):
    """A file that is only the target of links: `dest` of the site takes its place."""

    def __init__(self, path, dest, config):
        super().__init__(path, config["docs_dir"], config["site_dir"], False)
        self.dest_uri = self.url = dest

    def copy_file(self, dirty=False):
        pass


def move(file, dest, config):
    file.dest_uri = file.url = dest
    file.abs_dest_path = posixpath.join(config["site_dir"], dest)


def headers(config):
    """Pairs of a public header and its page of the reference: of C for headers of C, else of C++."""
    pages = {}
    for name in ("cpp", "c"):
        tags = xml.etree.ElementTree.parse(pathlib.Path(config["docs_dir"]).parent / f"{name}.tag")
        for file in tags.iter("compound"):
            if file.get("kind") == "file":
                path = pathlib.Path(file.findtext("path")) / file.findtext("name")
                pages[str(path.relative_to(pathlib.Path.cwd()))] = f"reference/{name}/{file.findtext('filename')}"
    return pages.items()


def on_files(files, config):
    root = pathlib.Path(config["docs_dir"])
    linked = set()
    pages = [root / file.src_uri for file in files if file.src_uri.endswith(".md")]
    for page in pages:
        for link in LINK.findall(page.read_text()):
            linked.add(posixpath.normpath(posixpath.join(page.parent.relative_to(root), link)))
    kept = []
    for file in files:
        path = file.src_uri
        if not file.abs_src_path.startswith(str(root)):  # the theme's
            pass
        elif path.startswith("docs/"):  # pages of the site's root
            move(file, file.dest_uri[len("docs/"):], config)
        elif path.startswith("reference/"):
            pass
        elif "/" not in path:
            move(file, f"project/{path.lower().replace('.md', '.html')}", config)
        elif path in linked and not path.endswith(".h"):
            move(file, f"source/{path}.txt", config)  # browsers show it
        else:
            continue
        kept.append(file)
    kept += [Link(path, page, config) for path, page in headers(config)]
    return Files(kept)


def on_page_markdown(markdown, page, config, files):
    """Links to a folder lead to the README.md in it, those to a name without a point to a text."""
    folder = posixpath.dirname(page.file.src_uri)

    def whole(link):
        path = posixpath.normpath(posixpath.join(folder, link[1]))
        return next((link[1] + end for end in ("/README.md", ".txt") if files.get_file_from_path(path + end)), link[1])

    return LINK.sub(whole, markdown)
