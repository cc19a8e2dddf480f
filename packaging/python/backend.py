#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Wheels of cfglint. For pip (PEP 517), and so for pre-commit, build_wheel takes the first of these:

1. a wheel of this version for this machine, in $CFGLINT_WHEELS or in wheels/ of this clone
2. $CFGLINT_BIN; in a clone of pre-commit's, also a cfglint of this version on PATH
3. what `make` builds in this clone, once (tools/program.sh)

For tools/package.sh: backend.py PROGRAM FOLDER --license FILE TAG... packs the program for these platforms."""
import base64
import glob
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
# where the files of a clone go below the root of an environment
SHARED = {
    "man/cfglint.1": "share/man/man1/cfglint.1",
    "man/cfglint.yaml.5": "share/man/man5/cfglint.yaml.5",
    "man/cfglint-rules.7": "share/man/man7/cfglint-rules.7",
    "completions/cfglint.bash": "share/bash-completion/completions/cfglint",
    "completions/_cfglint": "share/zsh/site-functions/_cfglint",
    "completions/cfglint.fish": "share/fish/vendor_completions.d/cfglint.fish",
}


def read(*path):
    with open(os.path.join(*path), "rb") as f:
        return f.read()


def version():
    return read(TOP, "VERSION").decode().strip()


def machine():
    """linux_x86_64"""
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


# ---- packing

def metadata():
    head = read(HERE, "METADATA").decode().replace("@VERSION@", version())
    return (head + read(HERE, "README.md").decode()).encode()


def wheel_file(tags):
    lines = ["Wheel-Version: 1.0", "Generator: cfglint", "Root-Is-Purelib: false"] + ["Tag: py3-none-" + tag for tag in tags]
    return ("\n".join(lines) + "\n").encode()


class Packing:
    """A wheel that is written: same files, same bytes. Dates are SOURCE_DATE_EPOCH's."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]
        self.record = []

    def put(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name, self.date)
        info.external_attr = (stat.S_IFREG | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        info.create_system = 3
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append("%s,sha256=%s,%d\n" % (name, digest, len(data)))

    def close(self, name):
        self.put(name, ("".join(self.record) + name + ",,\n").encode())
        self.zip.close()


def pack(program, folder, tags, license_file):
    """Returns the wheel's name. It is written beside, so that there is a whole one or none."""
    of = "cfglint-" + version()
    name = "%s-py3-none-%s.whl" % (of, ".".join(tags))
    path = os.path.join(folder, name)
    p = Packing(path + ".new")
    for file in ("__init__.py", "__main__.py"):
        p.put("cfglint/" + file, read(HERE, "cfglint", file))
    p.put(of + ".data/scripts/cfglint", read(program), 0o755)
    for source, to in SHARED.items():
        p.put("%s.data/data/%s" % (of, to), read(TOP, source))
    p.put(of + ".dist-info/LICENSE", read(license_file))
    p.put(of + ".dist-info/METADATA", metadata())
    p.put(of + ".dist-info/WHEEL", wheel_file(tags))
    p.close(of + ".dist-info/RECORD")
    os.replace(path + ".new", path)
    return name


# ---- what there is to pack

def wheel_there():
    """linux_x86_64 takes manylinux_2_17_x86_64 and musllinux_1_1_x86_64."""
    system, _, processor = machine().partition("_")
    for folder in (os.environ.get("CFGLINT_WHEELS"), os.path.join(TOP, "wheels")):
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "cfglint-%s-py3-none-*.whl" % version()))) if folder else []:
            tags = os.path.basename(path)[:-len(".whl")].split("-")[-1].split(".")
            if any(system in tag and tag.endswith("_" + processor) for tag in tags):
                return path
    return None


def is_of_pre_commit():
    """pre-commit clones into its store, beside its database."""
    return "PRE_COMMIT" in os.environ or os.path.exists(os.path.join(os.path.dirname(TOP), "db.db"))


def is_program(path):
    """Of this version, and no script, which may lead anywhere."""
    try:
        with open(path, "rb") as f:
            if f.read(4) != b"\x7fELF":
                return False
        said = subprocess.run([path, "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    return said.decode(errors="replace").split("\n")[0] == "cfglint " + version()


def program_there():
    if os.environ.get("CFGLINT_BIN"):
        return os.environ["CFGLINT_BIN"]
    found = shutil.which("cfglint") if is_of_pre_commit() else None
    return found if found and is_program(found) else None


def program_built():
    if not os.path.exists(os.path.join(TOP, "Makefile")):
        sys.exit("cfglint: there is no wheel of cfglint %s for %s in %s, and nothing here to build it from.\n"
                 "Set CFGLINT_BIN to a cfglint, or use the repository of its sources." % (version(), machine(), os.path.join(TOP, "wheels")))
    ran = subprocess.run(["sh", os.path.join(TOP, "tools", "program.sh")], stdout=subprocess.PIPE)
    if ran.returncode:
        sys.exit(ran.returncode)  # it has said why
    return ran.stdout.decode().strip()


# ---- what pip calls

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    there = wheel_there()
    if there:
        shutil.copy(there, wheel_directory)
        return os.path.basename(there)
    return pack(program_there() or program_built(), wheel_directory, [machine()], os.path.join(TOP, "LICENSE"))


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    name = "cfglint-%s.dist-info" % version()
    os.makedirs(os.path.join(metadata_directory, name), exist_ok=True)
    for file, data in (("METADATA", metadata()), ("WHEEL", wheel_file([machine()]))):
        with open(os.path.join(metadata_directory, name, file), "wb") as f:
            f.write(data)
    return name


class UnsupportedOperation(Exception):
    pass


def build_sdist(sdist_directory, config_settings=None):
    raise UnsupportedOperation("`make dist` packs the sources")


def main(words):
    at = words.index("--license")
    print(pack(words[0], words[1], words[at + 2:], words[at + 1]))


if __name__ == "__main__":
    main(sys.argv[1:])
