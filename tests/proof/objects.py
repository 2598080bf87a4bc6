# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Object files: their sections, symbols and relocations; where a linker put them; and a digest of a
kernel that no link changes.

ELF (32 and 64 bits, either byte order) and COFF. A place is (object, section, offset): what a
symbol is once it is found.
"""
import hashlib
import os
import re
import struct


class Unreadable(Exception):
    pass


class Section:
    def __init__(self, name, data, code, constant, align):
        self.name, self.data, self.code, self.constant, self.align = name, data, code, constant, align
        # (offset, type, symbol's number, addend or None where the bytes have it).
        self.relocations = []


class Object:
    """sections: number -> Section; symbols: number -> (name, section's number or 0 if it is
    elsewhere, offset); globals: the numbers of those that other objects may mean. data: its bytes,
    where it is a member of an archive."""

    def __init__(self, path, data=None):
        self.path = os.path.realpath(path)
        self.name = os.path.basename(path)
        if data is None:
            with open(path, "rb") as f:
                data = f.read()
        self.data, self.sections, self.symbols, self.globals = data, {}, {}, set()
        if self.data[:4] == b"\x7fELF":
            self.elf()
        elif len(self.data) > 20 and struct.unpack_from("<H", self.data)[0] in (0x14c, 0x8664):
            self.coff()
        else:
            raise Unreadable("neither ELF nor COFF: " + path)

    def elf(self):
        data = self.data
        wide, e = data[4] == 2, "<>"[data[5] == 2]
        self.machine, = struct.unpack_from(e + "H", data, 18)
        at, = struct.unpack_from(e + ("Q" if wide else "I"), data, 40 if wide else 32)
        size, count, names = struct.unpack_from(e + "HHH", data, 58 if wide else 46)
        heads = [struct.unpack_from(e + ("IIQQQQIIQQ" if wide else "10I"), data, at + size * i)
                 for i in range(count)]
        text = lambda table, offset: data[heads[table][4] + offset:data.index(
            b"\0", heads[table][4] + offset)].decode()
        for i, (name, kind, flags, _, offset, length, link, info, align, each) in enumerate(heads):
            if kind == 1 and flags & 2:
                self.sections[i] = Section(text(names, name), data[offset:offset + length],
                                           bool(flags & 4), not flags & 5, max(align, 1))
            elif kind == 2:
                for k in range(length // each):
                    if wide:
                        n, what, _, section, value, _ = struct.unpack_from(e + "IBBHQQ", data,
                                                                           offset + each * k)
                    else:
                        n, value, _, what, _, section = struct.unpack_from(e + "IIIBBH", data,
                                                                           offset + each * k)
                    # A section's symbol has the section's name. (Bit 0 of an address of Thumb code
                    # is no part of the address.)
                    if self.machine == 40 and what & 15 == 2:
                        value &= ~1
                    if what >> 4:
                        self.globals.add(k)
                    self.symbols[k] = text(link, n) or (
                        self.sections[section].name if section in self.sections
                        else ""), section if section < 0xff00 else 0, value
        for _, kind, _, _, offset, length, _, info, _, each in heads:
            if kind not in (4, 9) or info not in self.sections:
                continue
            for k in range(length // each):
                if wide:
                    where, what = struct.unpack_from(e + "QQ", data, offset + each * k)
                    symbol, what = what >> 32, what & 0xffffffff
                else:
                    where, what = struct.unpack_from(e + "II", data, offset + each * k)
                    symbol, what = what >> 8, what & 0xff
                addend = struct.unpack_from(
                    e + ("q" if wide else "i"), data,
                    offset + each * k + (16 if wide else 8))[0] if kind == 4 else None
                self.sections[info].relocations.append((where, what, symbol, addend))

    def coff(self):
        data = self.data
        self.machine, count, _, symbols, number, optional, _ = struct.unpack_from("<HHIIIHH", data)
        strings = symbols + 18 * number
        text = lambda at: data[strings + at:data.index(b"\0", strings + at)].decode()
        for i in range(count):
            name, _, _, length, offset, where, _, relocations, _, flags = struct.unpack_from(
                "<8sIIIIIIHHI", data, 20 + optional + 40 * i)
            name = name.rstrip(b"\0").decode()
            name = text(int(name[1:])) if name[0] == "/" else name
            s = self.sections[i + 1] = Section(name, data[offset:offset + length] if offset
                                               else bytes(length), bool(flags & 0x20000000),
                                               not flags & 0xa2000000,
                                               1 << max((flags >> 20 & 15) - 1, 0))
            s.relocations = [struct.unpack_from("<IIH", data, where + 10 * k)
                             for k in range(relocations)]
            s.relocations = [(at, kind, symbol, None) for at, symbol, kind in s.relocations]
        k = 0
        while k < number:
            name, value, section, _, storage, more = struct.unpack_from("<8sIhHBB", data,
                                                                  symbols + 18 * k)
            name = text(struct.unpack_from(
                "<I", name, 4)[0]) if name[:4] == bytes(4) else name.rstrip(b"\0").decode()
            self.symbols[k] = name, max(section, 0), value
            if storage == 2:
                self.globals.add(k)
            k += 1 + more

    def exported(self):
        """name -> place of what other objects may mean by it."""
        return {name: (self, section, offset) for k, (name, section, offset) in self.symbols.items()
                if k in self.globals and section in self.sections}


def members(path):
    """The objects of an archive (ar)."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:8] != b"!<arch>\n":
        raise Unreadable("no archive: " + path)
    out, names, at = [], b"", 8
    while at + 60 <= len(data):
        name, size = data[at:at + 16].rstrip(), int(data[at + 48:at + 58])
        body = data[at + 60:at + 60 + size]
        if name == b"//":
            names = body
        elif name not in (b"/", b"/SYM64/"):
            if name[:1] == b"/":
                name = names[int(name[1:]):].split(b"\n")[0]
            elif name[:3] == b"#1/":
                name, body = body[:int(name[3:])].rstrip(b"\0"), body[int(name[3:]):]
            out.append(Object(name.rstrip(b"/").decode(), body))
        at += 60 + size + size % 2
    return out


class Objects:
    """All of a link."""

    def __init__(self, paths):
        self.all = [o for p in paths for o in (members(p) if p.endswith(".a") else [Object(p)])]
        names = [o.name for o in self.all]
        if len(set(names)) != len(names):
            raise Unreadable("two objects of one name")
        self.known = {}
        for o in self.all:
            for name, place in o.exported().items():
                if self.known.setdefault(name, place) != place:
                    raise Unreadable("%s is in two objects" % name)

    def place(self, o, symbol):
        """Of a symbol of an object's: its place, or None."""
        name, section, offset = o.symbols[symbol]
        return (o, section, offset) if section in o.sections else self.known.get(name)

    def extent(self, o, number, offset, name):
        """From where to where the symbol's own bytes are: to the next of constants that others know
        by a name; all of a section by its own."""
        s = o.sections[number]
        starts = sorted({at for n, k, at in o.symbols.values() if k == number and
                         n != s.name and n and n[:1] not in ".$L"} | {len(s.data)})
        if s.code or name == s.name or offset not in starts[:-1]:
            return 0, len(s.data)
        return offset, next(at for at in starts if at > offset)

    # The digest: the bytes, and of each relocation its place, its kind and its target: the digest
    # of that, not its name.

    IGNORED = {243: (51, 43), 40: (40,)}         # R_RISCV_RELAX and _ALIGN, R_ARM_V4BX
    # A call by R_X86_64_PLT32 or PC32, R_ARM_PC24 or CALL, R_RISCV_CALL or CALL_PLT.
    SAME = {62: {4: 2}, 40: {1: 28}, 243: {18: 19}}
    # Relocations whose 32 bits of data have the addend.
    IN_PLACE = {3: (1, 2, 4), 40: (2, 3), 0x8664: (4,), 0x14c: (6, 20)}

    def digest(self, place, seen=()):
        o, number, offset = place
        s = o.sections[number]
        if (o, number) in seen:
            return "itself+%d" % offset
        h, data, big = hashlib.sha256(), bytearray(s.data), o.data[:4] == b"\x7fELF" and o.data[
            5] == 2
        found = []
        for at, kind, symbol, addend in s.relocations:
            if kind in self.IGNORED.get(o.machine, ()):
                continue
            kind = self.SAME.get(o.machine, {}).get(kind, kind)
            if addend is None:
                addend = 0                      # it is among the bytes
                if kind in self.IN_PLACE.get(o.machine, ()):
                    addend = int.from_bytes(data[at:at + 4], "big" if big else "little",
                                            signed=True)
                    data[at:at + 4] = bytes(4)
            to = self.place(o, symbol)
            if to is None:
                found.append("%x %d %s%+d" % (at, kind, o.symbols[symbol][0], addend))
            elif (to[0], to[1]) == (o, number):
                found.append("%x %d itself%+d" % (at, kind, to[2] + addend))
            else:
                found.append("%x %d %s%+d" % (at, kind, self.digest(
                    (to[0], to[1], 0), seen + ((o, number),)), to[2] + addend))
        # What follows the code, no more than some assemblers put there.
        while s.code and data and data[-1:] in (b"\x90", b"\0"):
            del data[-1:]
        # (Thumb code reads and adds to pc as a multiple of 4.)
        align = s.align if not s.code else min(s.align, 4) if o.machine == 40 else 1
        h.update(b"%d " % align + bytes(data))
        h.update("\n".join(sorted(found)).encode())
        return "%s+%x" % (h.hexdigest()[:24], offset)

    def kernel(self, name):
        """The digest of a kernel, called as HASH_blocks_avx2 is; None if it is in no object."""
        found = {p for n, p in self.known.items() if (n == name or n.endswith("_" + name)) and
                 p[0].sections[p[1]].code}
        return self.digest(found.pop()) if len(found) == 1 else None


class Map:
    """Where a linker put the sections of objects, by its map. Numbers of them in parts: (start,
    end, object, section)."""

    def __init__(self, path, objects):
        self.objects = objects
        with open(path, encoding="utf-8") as f:
            text = f.read()
        by_path = {o.path: o for o in objects.all}
        parts = []
        for name, at, size, file in re.findall(
                r"^ (\.[\w.$]+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S+)$", text, re.M):
            o, at, size = by_path.get(os.path.realpath(file)), int(at, 16), int(size, 16)
            found = [i for i, s in o.sections.items()
                     if s.name == name and len(s.data)] if o else []
            if not found or not size or not (o.sections[found[0]].code or
                                             o.sections[found[0]].constant and
                                             name.startswith((".rodata", ".rdata"))):
                continue
            if len(found) > 1 or any((p[2], p[3]) == (o, found[0]) for p in parts):
                raise Unreadable(
                    "two sections of one name, or one that is put to two places: %s of %s" % (
                        name, o.name))
            parts.append((at, at + len(o.sections[found[0]].data), o, found[0]))
        self.parts = sorted(parts, key=lambda p: p[0])
        if any(p[1] > q[0] for p, q in zip(self.parts, self.parts[1:])):
            raise Unreadable("sections overlap")
        self.start = {(o, i): at for at, _, o, i in self.parts}
        for o in objects.all:
            for i, s in o.sections.items():
                if s.code and s.data and (o, i) not in self.start:
                    raise Unreadable("not linked: %s of %s" % (s.name, o.name))

    def relocations(self):
        """(address, type, symbol's name, place or None, machine) of all in code."""
        for start, _, o, i in self.parts:
            for at, kind, symbol, addend in o.sections[i].relocations:
                if kind not in Objects.IGNORED.get(o.machine, ()):
                    yield start + at, kind, o.symbols[symbol][0], self.objects.place(o,
                        symbol), addend, o.sections[i].code
