# SPDX-License-Identifier: MIT
"""Text that remembers where it comes from.

A `Text` is a list of pieces; each is a stretch of an original file, or new text that stands for such a stretch, or new text for
nothing. Forms cut and join texts, so the place of a mistake is known in whatever they make. Offsets are bytes: a text holds its bytes as
latin-1 characters, as `ast` counts columns in bytes."""


class Origin:
    """A stretch of an original file; `verbatim`: the piece is that stretch, else it only stands for it."""
    __slots__ = ("file", "lo", "hi", "verbatim")

    def __init__(self, file, lo, hi, verbatim):
        self.file, self.lo, self.hi, self.verbatim = file, lo, hi, verbatim


class Text:
    def __init__(self, pieces=()):
        self.pieces = [(s, o) for s, o in pieces if s]
        self.flat = "".join(s for s, _ in self.pieces)

    @staticmethod
    def original(file, text):
        raw = text.encode().decode("latin-1")
        return Text([(raw, Origin(file, 0, len(raw), True))])

    def __str__(self):
        return self.flat

    def __len__(self):
        return len(self.flat)

    def __add__(self, other):
        return Text(self.pieces + text_of(other).pieces)

    def __radd__(self, other):
        return text_of(other) + self

    def __getitem__(self, part):
        """text[lo:hi]"""
        lo, hi, _ = part.indices(len(self))
        out, at = [], 0
        for s, o in self.pieces:
            a, b = max(lo - at, 0), min(hi - at, len(s))
            if a < b:
                out.append((s[a:b], Origin(o.file, o.lo + a, o.lo + b, True) if o and o.verbatim else o))
            at += len(s)
        return Text(out)

    def instead(self, new):
        """The new text, standing for all that this one comes from."""
        origins = [o for _, o in self.pieces if o]
        if not origins:
            return Text([(new, None)])
        first = origins[0]
        same = [o for o in origins if o.file == first.file]
        return Text([(new, Origin(first.file, min(o.lo for o in same), max(o.hi for o in same), False))])

    def edited(self, edits):
        """edits: (lo, hi, text); where they overlap, the first that is named holds."""
        taken, out, at = [], [], 0
        for lo, hi, new in edits:
            if all(hi <= a or lo >= b for a, b, _ in taken):
                taken.append((lo, hi, new))
        for lo, hi, new in sorted(taken, key=lambda e: e[:2]):
            out += self[at:lo].pieces + text_of(new).pieces
            at = hi
        return Text(out + self[at:].pieces)

    def places(self, file, at):
        """Offsets (lo, hi) of what comes from that byte of an original file."""
        offset = 0
        for s, o in self.pieces:
            if o and o.file == file and o.lo <= at < max(o.hi, o.lo + 1):
                if o.verbatim:
                    yield offset + at - o.lo, offset + at - o.lo
                else:
                    yield offset, offset + len(s) - 1
            offset += len(s)

    def lines(self, file, at):
        """Their line numbers, from 1."""
        return {n for lo, hi in self.places(file, at)
                for n in range(self.flat.count("\n", 0, lo) + 1, self.flat.count("\n", 0, hi) + 2)}

    def bytes(self):
        return self.flat.encode("latin-1")


def text_of(x):
    return x if isinstance(x, Text) else Text([(x, None)])
