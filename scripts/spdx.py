# SPDX-License-Identifier: MIT
"""List of a release's files and licences, SPDX 2.3 in JSON: the project, the libraries of its programs, and works in
its files that have other licences. Called by `scripts/release`.

The build names what is used: its programs the libraries, its depfiles the headers. Debian's package database has the
source package and version of each. A source package without a row in LICENSES is an error."""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import urllib.parse
import uuid

# Licence of each source package of Debian, by its debian/copyright: of the part that programs or the site use. Doxygen:
# the scripts and styles that it writes into pages. Theme: its icons, too.
LICENSES = {
    "cairo": "LGPL-2.1-only OR MPL-1.1",
    "cli11": "BSD-3-Clause",
    "doxygen": "MIT",
    "expat": "MIT",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glfw3": "Zlib",
    "glibc": "LGPL-2.1-or-later",
    "glm": "MIT",
    "imath": "BSD-3-Clause",
    "imgui": "MIT",
    "jpeg-xl": "BSD-3-Clause",
    "lcms2": "MIT",
    "libavif": "BSD-2-Clause",
    "libdeflate": "MIT",
    "libepoxy": "MIT",
    "libglvnd": "MIT",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
    "libstb": "MIT OR Unlicense",
    "libwebp": "BSD-3-Clause",
    "linux": "GPL-2.0-only WITH Linux-syscall-note",
    "mkdocs-material": "MIT AND Apache-2.0 AND CC-BY-4.0",
    "nlohmann-json3": "MIT",
    "numpy": "BSD-3-Clause",
    "opencolorio": "BSD-3-Clause",
    "openexr": "BSD-3-Clause",
    "pybind11": "BSD-3-Clause",
    "python3.11": "Python-2.0",
    "tiff": "libtiff",
    "tinygltf": "MIT AND BSL-1.0",
    "vulkan-loader": "Apache-2.0",
    "vulkan-volk": "MIT",
    "zlib": "Zlib",
}
# Source packages whose headers only declare what the system has: no code of theirs is compiled in.
DECLARATIONS = ("libglvnd", "linux", "vulkan-loader")
AT_RUN_TIME = ("libvulkan1", "python3-numpy")  # Debian packages that programs load, which nothing links to
IN_THE_SITE = ("doxygen", "mkdocs-material")
# What the project's files bring from elsewhere; NOTICE has the texts. Name, version, licence, files.
GIVEN = (
    ("DejaVu Sans Mono", "2.37", "Bitstream-Vera", "Letters of the debug overlay, postfx/src/overlay/font_table.h"),
    ("openexr-images", None, "BSD-3-Clause", "Photographs scaled down, docs/images/metering-*.jpg"),
    ("Poly Haven photographs", None, "CC0-1.0", "Photographs scaled down, docs/images/metering-*.jpg"),
)


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def owners(paths):
    """Debian packages of files, which may be named through /lib as through /usr/lib."""
    names = {}
    for path in paths:
        names[path] = path
        names[path.removeprefix("/usr") if path.startswith("/usr/lib") else "/usr" + path] = path
    # All in one call, which reads the database once. It fails for each name that isn't there.
    result = subprocess.run(["dpkg-query", "-S", *sorted(names)], capture_output=True, text=True)
    found = {}
    for line in result.stdout.splitlines():
        packages, name = line.rsplit(": ", 1)
        found[names[name]] = packages.split(", ")[0]
    for path in sorted(paths):
        if path not in found:
            raise SystemExit(f"spdx.py: {path}: no Debian package has this file; install the library by apt-get")
    return set(found.values())


def sources(packages):
    """Pairs of source package and version."""
    return {tuple(line.split()) for package in sorted(packages)
            for line in lines("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n", package)}


def linked(build):
    """Libraries that the build's programs name as NEEDED."""
    needed = set()
    for file in sorted(build.rglob("*")):
        if file.is_file() and not file.is_symlink() and file.open("rb").read(4) == b"\x7fELF" and file.suffix != ".o":
            needed |= set(re.findall(r"\(NEEDED\).*\[(.+)\]", "\n".join(lines("readelf", "-d", str(file)))))
    places = {}
    for line in lines("/sbin/ldconfig", "-p"):
        match = re.match(r"\s+(\S+) \((\S+)\) => (\S+)", line)
        if match:
            places.setdefault(match[1], match[3])
    return {places[name] for name in needed if not name.startswith("libphotopic")}


def compiled(build):
    """Headers of the system, and static libraries, that are compiled in."""
    headers = {line.strip() for line in lines("ninja", "-C", str(build), "-t", "deps") if line.startswith("    /")}
    libraries = set(re.findall(r"(/usr/lib\S+\.a)\b", (build / "build.ninja").read_text()))
    return {os.path.realpath(path) for path in headers | libraries if path.startswith("/usr/")}


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


class Document:
    def __init__(self):
        self.packages = []
        self.relations = []

    def add(self, name, version, license, **more):
        package = {"SPDXID": identifier(name), "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                   "licenseConcluded": license, "licenseDeclared": license, "copyrightText": "NOASSERTION"}
        if version:
            package["versionInfo"] = version
        package.update(more)
        self.packages.append(package)
        return package["SPDXID"]

    def relate(self, one, relation, other):
        self.relations.append({"spdxElementId": one, "relationshipType": relation, "relatedSpdxElement": other})

    def debian(self, source, version):
        if source not in LICENSES:
            raise SystemExit(f"spdx.py: LICENSES has no row of {source} {version}; read its copyright, and add one")
        if not any(package["SPDXID"] == identifier(source) for package in self.packages):
            url = f"pkg:deb/debian/{source}@{urllib.parse.quote(version)}?arch=source"
            reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}
            self.add(source, version, LICENSES[source], supplier="Organization: Debian", externalRefs=[reference])
        return identifier(source)


def make(version, commit, build, files):
    document = Document()
    archive = f"photopic-{version}.tar.xz"
    with_letters, photographs = "MIT AND Bitstream-Vera", "BSD-3-Clause AND CC0-1.0"

    def released(name):
        digest = hashlib.sha256((files / name).read_bytes()).hexdigest()
        return {"packageFileName": name, "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
                "supplier": "Organization: The Photopic authors"}

    project = document.add("photopic", version, f"{with_letters} AND {photographs}", **released(archive),
                           copyrightText=pathlib.Path("LICENSE").read_text().split("\n\n")[1].strip(),
                           primaryPackagePurpose="SOURCE", sourceInfo=f"Commit {commit}")
    document.relate("SPDXRef-DOCUMENT", "DESCRIBES", project)
    for name, of, license, comment in GIVEN:
        document.relate(project, "CONTAINS", document.add(name, of, license, comment=comment))

    site = None
    for file in sorted(path.name for path in files.iterdir() if path.name != archive):
        has_pages = file.startswith("photopic-doc") or file.endswith("-site.tar.xz")
        license = f"MIT AND {photographs}" if has_pages else with_letters
        made = document.add(file, version, license, **released(file))
        document.relate("SPDXRef-DOCUMENT", "DESCRIBES", made)
        document.relate(made, "GENERATED_FROM", project)
        site = made if file.endswith("-site.tar.xz") else site

    dynamic = sources(owners(linked(build)))
    static = sources(owners(compiled(build)))
    for source, of in sorted(dynamic | static):
        package = document.debian(source, of)
        if (source, of) in dynamic:
            document.relate(project, "DYNAMIC_LINK", package)
        elif source in DECLARATIONS:
            document.relate(package, "BUILD_DEPENDENCY_OF", project)
        else:
            document.relate(project, "STATIC_LINK", package)
    for source, of in sorted(sources(AT_RUN_TIME)):
        document.relate(document.debian(source, of), "RUNTIME_DEPENDENCY_OF", project)
    for source, of in sorted(sources(IN_THE_SITE)):
        document.relate(site, "CONTAINS", document.debian(source, of))

    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"photopic-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/photopic-{version}-{uuid.uuid5(uuid.NAMESPACE_OID, commit)}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Organization: The Photopic authors", f"Tool: photopic-release-{version}"]},
        "packages": document.packages, "relationships": document.relations}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--files", required=True, type=pathlib.Path, help="folder of the release")
    given = parser.parse_args()
    text = json.dumps(make(given.version, given.commit, given.build, given.files), indent=1, ensure_ascii=False)
    (given.files / f"photopic-{given.version}.spdx.json").write_text(text + "\n", encoding="utf-8")
