# SPDX-License-Identifier: MIT
"""`python -m cfglint`: becomes the program that pip installed with this package."""
import os
import sys

if not sys.flags.isolated and not getattr(sys.flags, "safe_path", False):
    del sys.path[0]  # `-m` puts the working folder there: a sysconfig.py of what is linted is none of Python's
import sysconfig  # noqa: E402


def program():
    package = os.path.dirname(os.path.abspath(__file__))
    user = sysconfig.get_preferred_scheme("user") if hasattr(sysconfig, "get_preferred_scheme") else os.name + "_user"
    folders = [
        os.path.join(os.path.dirname(package), "bin"),  # pip install --target
        os.path.join(package, *[os.pardir] * 4, "bin"),  # PREFIX/lib/pythonX.Y/site-packages/cfglint
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", scheme=user),
    ]
    for folder in folders:
        path = os.path.normpath(os.path.join(folder, "cfglint"))
        if os.access(path, os.X_OK):
            return path
    sys.exit("cfglint: its program is in none of these folders: " + ", ".join(map(os.path.normpath, folders)))


if __name__ == "__main__":
    path = program()
    os.execv(path, [path] + sys.argv[1:])
