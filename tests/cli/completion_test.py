#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Completion in the shells themselves: Tab is pressed in bash and zsh on a terminal, fish is asked.

completion_test.py SHELL PHOTOPIC VIEWER WORK; exit code 77, skipped, where the shell isn't installed."""
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import time

# What is typed before Tab, what stands there afterwards.
CASES = [
    ("photopic dev", None),  # develop and devices: the next line
    ("photopic deve", "photopic develop"),
    ("photopic develop --tone-mapper-l", "photopic develop --tone-mapper-lut"),
    ("photopic develop --backend op", "photopic develop --backend opengl"),
    ("photopic meter --tone-map", "photopic meter --tone-map"),  # meter has no such option
    ("photopic sequence --tone-mapper pbr", "photopic sequence --tone-mapper pbr-neutral"),
    ("photopic regress --update mis", "photopic regress --update missing"),
    ("photopic gpgpu conv", "photopic gpgpu convolve"),
    ("photopic develop --preset arch", "photopic develop --preset archviz"),
    ("photopic develop --weights centre,sp", "photopic develop --weights centre,spot"),
    ("photopic compare --metrics flip,ciede2", "photopic compare --metrics flip,ciede2000"),
    ("photopic develop pict", "photopic develop picture.exr"),
    ("photopic develop -o fold", "photopic develop -o folder/"),
    ("photopic sequence -o fold", "photopic sequence -o folder/"),
    ("photopic compl", "photopic compl"),  # hidden
    ("photopic-viewer --overlay naive,histo", "photopic-viewer --overlay naive,histogram"),
    ("photopic-viewer --headl", "photopic-viewer --headless"),
    ("photopic-viewer pict", "photopic-viewer picture.exr"),
]


def fail(text):
    sys.exit(f"completion_test.py: {text}")


class Terminal:
    """A shell on a terminal. Its prompt is PROMPT."""

    def __init__(self, command, folder, environment):
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def read_until(self, text, limit_s=30):
        output, end = "", time.monotonic() + limit_s
        while text not in output:
            if time.monotonic() > end or not select.select([self.descriptor], [], [], 1)[0]:
                if time.monotonic() > end:
                    fail(f"{text!r} was waited for; printed:\n{output}")
                continue
            output += os.read(self.descriptor, 4096).decode(errors="replace")
        return output

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def completed(self, typed):
        """The line after Tab: it becomes the argument of a command that prints it."""
        self.type(typed + "\t\x01printf '<%s>' '\x05'; echo PRINTED\n")
        printed = self.read_until(">PRINTED")
        return printed[printed.rindex("<") + 1:printed.rindex(">")].rstrip(" ,")


def scripts(shell, programs, work):
    """Where each shell looks: the programs on PATH, and their scripts in a folder."""
    names = {"bash": "{}", "zsh": "_{}", "fish": "{}.fish"}
    for program in programs:
        name = pathlib.Path(program).name
        arguments = ["completion", shell] if name == "photopic" else ["--completion", shell]
        text = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
        (work / names[shell].format(name)).write_text(text)


def main():
    shell, *programs, work = sys.argv[1:]
    work = pathlib.Path(work)
    if shutil.which(shell) is None:
        print(f"skipped: {shell} isn't installed")
        return 77
    shutil.rmtree(work, ignore_errors=True)
    (work / "home" / "folder").mkdir(parents=True)
    (work / "home" / "picture.exr").touch()
    (work / "home" / "folder" / "file").touch()
    scripts(shell, programs, work)
    folder = str(pathlib.Path(programs[0]).parent)
    environment = {"PATH": folder + ":/usr/bin:/bin", "HOME": str(work / "home"), "TERM": "dumb", "LANG": "C.UTF-8",
                   "INPUTRC": "/dev/null", "PS1": "PROMPT"}
    failures = []
    if shell == "fish":
        begin = f"source {work}/photopic.fish; source {work}/photopic-viewer.fish; "
        for typed, expected in CASES:
            lines = subprocess.run(
                ["fish", "--no-config", "-c", begin + f"complete -C {typed!r}"], check=True, capture_output=True,
                text=True, cwd=work / "home", env=environment).stdout.splitlines()
            words = [line.split("\t")[0] for line in lines]
            wanted = [] if expected == typed else [expected.rpartition(" ")[2]] if expected else ["develop", "devices"]
            if sorted(words) != wanted:
                failures.append(f"{typed!r}: {words}, not {wanted}")
    else:
        terminal = Terminal({"bash": ["bash", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"]}[shell], work / "home",
                            environment)
        if shell == "bash":
            begin = ("bind 'set enable-bracketed-paste off'; bind 'set bell-style none'; "
                     f"for f in {work}/photopic*; do . $f; done")
        else:
            begin = (f"fpath=({work} $fpath); autoload -Uz compinit; compinit -u -D; bindkey -e; "
                     "unsetopt beep automenu; unset zle_bracketed_paste")
        terminal.type(begin + "; echo REA''DY\n")
        terminal.read_until("READY")
        for typed, expected in CASES:
            line = terminal.completed(typed)
            # zsh takes the slash of a folder away again as the line ends.
            if line.rstrip("/") != (expected or typed).rstrip("/"):
                failures.append(f"{typed!r}: {line!r}, not {expected!r}")
        terminal.type("exit\n")
    if failures:
        fail(f"{shell}:\n  " + "\n  ".join(failures))
    return 0


sys.exit(main())
