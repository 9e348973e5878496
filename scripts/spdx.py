# SPDX-License-Identifier: MIT
"""List of a release's files and licences, SPDX 2.3 in JSON: the project, what its programs are linked to or compiled with,
and what its files bring that has another licence. Called by `scripts/release`.

The build itself says what is used: libraries from its programs, headers from its depfiles. Debian's package database says
which source package and version each file is from. A source package without a row in LICENSES is an error."""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import uuid

# Licence of each source package of Debian, by its debian/copyright: of the part that programs use.
LICENSES = {
    "cairo": "LGPL-2.1-only OR MPL-1.1",
    "cli11": "BSD-3-Clause",
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
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
    "libstb": "MIT OR Unlicense",
    "libwebp": "BSD-3-Clause",
    "linux": "GPL-2.0-only WITH Linux-syscall-note",
    "mkdocs-material": "MIT",
    "doxygen": "MIT",
    "nlohmann-json3": "MIT",
    "opencolorio": "BSD-3-Clause",
    "openexr": "BSD-3-Clause",
    "pybind11": "BSD-3-Clause",
    "python3.11": "Python-2.0",
    "tiff": "libtiff",
    "tinygltf": "MIT",
    "volk": "MIT",
    "vulkan-headers": "Apache-2.0",
    "vulkan-volk": "MIT",
    "zlib": "Zlib",
}
# Source packages whose headers only declare what the system has: no code of theirs is compiled in.
DECLARATIONS = ("linux", "libx11", "xorgproto")
# Debian packages of programs that run, which nothing links to.
AT_RUN_TIME = {"libvulkan1": "Apache-2.0", "python3-numpy": "BSD-3-Clause"}
# Debian packages whose scripts and styles are in the site. What Doxygen writes into pages has a licence of its own.
IN_THE_SITE = {"mkdocs-material": "MIT", "doxygen": "MIT"}
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
    found = set()
    for path in sorted(paths):
        names = {path, path.removeprefix("/usr") if path.startswith("/usr/lib") else "/usr" + path}
        for name in sorted(names):
            result = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
            if result.returncode == 0:
                found.add(result.stdout.split(": ")[0].split(", ")[0])
                break
        else:
            raise SystemExit(f"spdx.py: {path}: no Debian package has this file; install the library by apt-get")
    return found


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

    def debian(self, source, version, license):
        url = f"pkg:deb/debian/{source}@{version}?arch=source"
        reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}
        return self.add(source, version, license, supplier="Organization: Debian", externalRefs=[reference])


def make(version, commit, build, files):
    document = Document()
    archive = f"photopic-{version}.tar.xz"
    with_fonts = "MIT AND Bitstream-Vera"

    def released(name):
        digest = hashlib.sha256((files / name).read_bytes()).hexdigest()
        return {"packageFileName": name, "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
                "supplier": "Organization: The Photopic authors"}

    project = document.add("photopic", version, "MIT AND Bitstream-Vera AND BSD-3-Clause AND CC0-1.0", **released(archive),
                           copyrightText=(pathlib.Path("LICENSE").read_text().split("\n\n")[1].strip()),
                           primaryPackagePurpose="SOURCE", sourceInfo=f"Commit {commit}")
    document.relate("SPDXRef-DOCUMENT", "DESCRIBES", project)
    for name, of, license, comment in GIVEN:
        document.relate(project, "CONTAINS", document.add(name, of, license, comment=comment))

    site = None
    for file in sorted(path.name for path in files.iterdir() if path.name != archive):
        with_pictures = "photopic-doc" in file or "site" in file
        license = "MIT AND BSD-3-Clause AND CC0-1.0" if with_pictures else with_fonts
        made = document.add(file, version, license, **released(file))
        document.relate("SPDXRef-DOCUMENT", "DESCRIBES", made)
        document.relate(made, "GENERATED_FROM", project)
        site = made if "site" in file else site

    dynamic = sources(owners(linked(build)))
    static = sources(owners(compiled(build)))
    for source, of in sorted(dynamic | static):
        if source not in LICENSES and source not in DECLARATIONS:
            raise SystemExit(f"spdx.py: {source} {of} is used without a row in LICENSES; read its copyright, and add it")
        license = LICENSES.get(source, "NOASSERTION")
        package = document.debian(source, of, license)
        if (source, of) in dynamic:
            document.relate(project, "DYNAMIC_LINK", package)
        elif source in DECLARATIONS:
            document.relate(package, "BUILD_DEPENDENCY_OF", project)
        else:
            document.relate(project, "STATIC_LINK", package)
    for package, license in sorted(AT_RUN_TIME.items()):
        for source, of in sources({package}):
            document.relate(document.debian(source, of, license), "RUNTIME_DEPENDENCY_OF", project)
    for package, license in sorted(IN_THE_SITE.items()):
        for source, of in sources({package}):
            document.relate(site, "CONTAINS", document.debian(source, of, license))

    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"photopic-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/photopic-{version}-{uuid.uuid5(uuid.NAMESPACE_OID, commit)}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Organization: The Photopic authors", f"Tool: photopic-release-{version}"]},
        "packages": document.packages, "relationships": document.relations}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--files", required=True, type=pathlib.Path, help="folder of the release's files, and of the list")
    given = parser.parse_args()
    text = json.dumps(make(given.version, given.commit, given.build, given.files), indent=1, ensure_ascii=False)
    (given.files / f"photopic-{given.version}.spdx.json").write_text(text + "\n", encoding="utf-8")
