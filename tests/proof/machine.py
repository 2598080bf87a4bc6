# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""What all machines have in common: a linked ELF file, memory behind known pointers, and the way
through the code.

A machine's module (x86.py) has a Code with parse(), a Machine with step(), and an Abi for each
calling convention, which the module lists in ABIS; prove.py finds it by the ABI's name. What each
must have is said below.
"""
import bisect
import math
import re
import struct
import subprocess
import again
from terms import constant, join, number, parts, signed


PAGE = 4096                     # the least that there is


class Refused(Exception):
    """The kernel is not proved, and why."""


# What a module may come upon in an instruction that it does not know: that is refused as well.
UNKNOWN = KeyError, IndexError, ValueError, TypeError, AttributeError, AssertionError, StopIteration


class Code:
    """A linked ELF file: its instructions as text, its constants, its functions.

    link: an objects.Map of what was linked. Then nothing is known of addresses: each section of an
    object that has code, and each table of constants, stands anywhere, and what an instruction's
    relocation names is what it addresses. Without a link addresses are the file's numbers, and
    nothing is proved of them: semantics.py.
    """
    machines = ()                   # ELF's e_machine
    options = ()                    # objdump's
    landing = ()                    # what a function may begin with, or nothing in particular
    kinds = {}                      # of relocations: type -> kind
    sets = None                     # sets.Sets: in which set of instructions each is
    comment = "#"                   # where one begins
    assembler = ()                  # as's options
    ways = ((), ""),                # again.py

    def __init__(self, path, objdump="objdump", link=None):
        self.link, self.bridges, self.pointees, self.needed = link, set(), {}, {}
        self.assembler = objdump.removesuffix("objdump") + "as", *self.assembler
        with open(path, "rb") as f:
            self.data = f.read()
        self.order = "big" if self.data[5:6] == b"\2" else "little"
        e = "<>"[self.order == "big"]
        if self.data[:4] != b"\x7fELF" or struct.unpack_from(e + "H", self.data,
                                                             18)[0] not in self.machines:
            raise Refused("no ELF file for this machine: " + path)
        wide = self.data[4] == 2
        at, = struct.unpack_from(e + ("Q" if wide else "I"), self.data, 40 if wide else 32)
        size, count = struct.unpack_from(e + "HH", self.data, 58 if wide else 46)
        self.rodata, self.text = {}, []
        for i in range(count):
            _, kind, flags, address, offset, length = struct.unpack_from(
                e + ("IIQQQQ" if wide else "IIIIII"), self.data, at + size * i)
            if kind == 1 and flags & 7 == 2:           # allocated, neither written nor executed
                self.constants(address, offset, length)
            elif kind == 1 and flags & 4:
                self.text.append((address, offset, length))
        out = subprocess.run([objdump, "-d", "-z", "-w", "--no-show-raw-insn", *self.options, path],
                             capture_output=True, text=True, check=True).stdout
        named = [(m[2], int(m[1], 16)) for m in re.finditer(r"^([0-9a-f]+) <(\w+)>:", out, re.M)]
        self.symbols = dict(named)
        # Local ones, too, of several objects.
        self.ambiguous = {s for s, a in named if a != self.symbols[s]}
        found = [(int(m[1], 16), m[2].strip())
                 for m in re.finditer(r"^ *([0-9a-f]+):\t(.*)", out, re.M)]
        self.lines, self.found = dict(found), [a for a, _ in found]
        # Behind a section comes nothing, be it an object's.
        ends = {address for address, _, _ in self.text}
        if link:
            ends.update(p[0] for p in link.parts)
            self.fixes = sorted((f for f in link.relocations() if f[-1]), key=lambda f: f[0])
            self.fixed_at = [f[0] for f in self.fixes]
        self.next = {a: b for (a, _), (b, _) in zip(found, found[1:]) if b not in ends}
        self.parsed, self.part_of, self.content_of = {}, {}, {}  # by addresses, what was found once
        self.loops, self.refused = {}, {}   # likewise: by kernels; by objects' sections

    def constants(self, address, offset, length):
        """So many bytes of the file may be read (machines with constants among their code call it
        for those)."""
        self.rodata.update({address + k: constant(b, 8)
                            for k, b in enumerate(self.data[offset:offset + length])})

    def raw(self, address, end):
        base, offset, _ = next(t for t in self.text if t[0] <= address < t[0] + t[2])
        return self.data[offset + address - base:offset + end - base]

    # What a link knows. A pointee is what a pointer may point to: (its name, address in the file,
    # size, alignment).

    def part(self, address):
        """The section of an object that has the address: (start, end, object, section)."""
        part = self.part_of.get(address)
        if part:
            return part
        i = bisect.bisect_right(self.link.parts, address, key=lambda p: p[0]) - 1
        if i < 0 or address >= self.link.parts[i][1]:
            raise Refused("nothing of an object is at %x" % address)
        part = self.part_of[address] = self.link.parts[i]
        return part

    def whole(self, part):
        start, end, o, number = part
        s = o.sections[number]
        return "&%s%s" % (o.name, s.name), start, end - start, s.align

    def pointee(self, symbol, place):
        if place is None:
            raise Refused("the address of " + symbol)
        o, number, offset = place
        if (o, number) not in self.link.start:
            raise Refused("%s is in no section that was linked" % symbol)
        start, end = self.link.objects.extent(o, number, offset, symbol)
        s = o.sections[number]
        return "&%s%s+%d" % (o.name, s.name,
                             start) if start or end < len(s.data) else "&%s%s" % (o.name, s.name), \
            self.link.start[o, number] + start, end - start, (s.align | start) & -(s.align | start)

    def fixed(self, address):
        """The relocation of an instruction: (kind, address, symbol, place, addend), or None. A kind
        that is not known is refused."""
        end = self.next.get(address, self.part(address)[1])
        i = bisect.bisect_left(self.fixed_at, address)
        found = []
        while i < len(self.fixes) and self.fixes[i][0] < end:
            at, kind, symbol, place, addend, _ = self.fixes[i]
            if kind not in self.kinds:
                raise Refused("%x: relocation %d is unknown" % (at, kind))
            found.append((self.kinds[kind], at, symbol, place, addend))
            i += 1
        if len(found) > 1:
            raise Refused("%x: two relocations" % address)
        return found[0] if found else None

    def named(self, pointee):
        """The name by which an operand has it."""
        self.pointees[pointee[0]] = pointee
        return pointee[0]

    def needs(self, address):
        """The sets of instructions that have this one."""
        if address not in self.needed:
            found = self.sets.needs(self.lines[address])
            if not found:
                raise Refused("an instruction of no set that is known")
            self.needed[address] = frozenset(found)
        return self.needed[address]

    def goes_to(self, address, to):
        """Is this how the instruction leaves its object's section: by a relocation, to where that
        says?"""
        fixed = self.fixed(address)
        if not fixed or fixed[0] not in ("branch", "distance") or fixed[3] is None:
            return False
        o, number, offset = fixed[3]
        return self.link.start.get((o, number), -1) + offset == to

    def resolve(self, address, name, operands):
        """The instruction with what its relocation says in place of numbers."""
        fixed = self.fixed(address)
        if fixed and fixed[0] != "branch":
            raise Refused("%x: a relocation of another kind of instruction" % address)
        return name, operands

    def again(self, address, end):
        """The instruction's bytes, as its text has them, and that text for as; or None if it is
        right."""
        text = re.split(self.comment, self.lines[address])[0].replace("\t", " ").strip()
        target = re.fullmatch(r"(.*?)\b([0-9a-f]+) <[^>]*>", text)
        if target:
            text = "%s.%+d" % (target[1], int(target[2], 16) - address)
        return self.raw(address, end), text

    def as_made(self, address):
        """Would as encode it so? All of an object's section is looked at at once."""
        start, end, *_ = part = self.part(address)
        if part not in self.refused:
            at = range(bisect.bisect_left(self.found, start), bisect.bisect_left(self.found, end))
            found = [(a, self.again(a, self.next.get(a, end))) for a in
                     map(self.found.__getitem__, at)]
            bad = again.other(self.assembler, self.ways, {i for _, i in found if i})
            self.refused[part] = {a for a, i in found if i in bad}
        return address not in self.refused[part]

    def contents(self, pointee):
        """The constants that stand there: offset -> byte, as a word, or the relocation of what is
        no constant."""
        _, start, size, _ = pointee
        content = self.content_of.get((start, size))
        if content is None:
            content = {i: self.rodata[start + i] for i in range(size) if start + i in self.rodata}
            self.content_of[start, size] = content
        return dict(content)

    def instruction(self, address):
        """(name, operands, text); how it is made from the text is parse's."""
        if address not in self.parsed:
            if address not in self.lines:
                raise Refused("no instruction at %x" % address)
            if self.link and not self.as_made(address):
                raise Refused("%x: an encoding that as does not make: %s" % (
                    address, self.lines[address]))
            try:
                name, operands, text = self.parse(self.lines[address])
                if self.link:
                    name, operands = self.resolve(address, name, operands)
                self.parsed[address] = name, operands, text
            except UNKNOWN:
                raise Refused("%x: unknown instruction: %s" % (address,
                                                               self.lines[address])) from None
        return self.parsed[address]


class Region:
    """Memory behind one pointer: the offsets that may be read, and written, and what is there, by
    bytes."""

    def __init__(self, name, readable=(), writable=(), align=1, content=None):
        self.name, self.readable, self.writable, self.align = name, readable, writable, align
        self.bytes = dict(content or {})
        self.origin = 0                 # where offset 0 is, from what is unknown of the pointer
        self.closes = []                # what may not be read any more once this one is written
        self.lost = set()  # of the stack: what was written and is, or was since, below its pointer
        self.only = {}                  # offset -> bit: it may be read where that is 1, no more

    def fill(self, offset, words, order="little"):
        for word in words:
            bytes_ = parts(word, 8)
            for b in bytes_ if order == "little" else reversed(bytes_):
                self.bytes[offset] = b
                offset += 1


class Machine:
    """regions: list of (pointer, Region). decide(kind, what, pair): what a branch does that depends
    on terms.

    A module's machine has bits (of a pointer), sp (the stack pointer's name in gpr), gpr (name ->
    word) and vec (a list of words). Its step(name, operands) executes an instruction; after
    is where it goes then.
    """
    bits, sp = 64, "sp"
    red = 0                         # bytes below the stack pointer that no signal's handler writes

    def __init__(self, terms, code, regions, decide):
        self.T, self.code, self.decide = terms, code, decide
        self.regions = {}
        for p, r in regions:
            base, r.origin = self.base(p)
            self.regions[base] = r
        if code.link is None:
            self.regions[frozenset()] = Region("constants", code.rodata, (), 64, code.rodata)
        self.of_constants = lambda contents: contents       # what Rounds has in place of some
        self.now = None                 # the instruction's address
        self.calls = []                 # where those return to that were made: a shadow stack
        self.by_register = False        # does the instruction go to where a word says?
        self.allowed = None             # sets of instructions, if not all are
        # The stack's lowest byte that was accessed, if a page must not be left out.
        self.touched = None
        self.gpr, self.vec, self.masks = {}, [], []
        # (x86) the upper halves of ymm0 to ymm15 are in use; were, once.
        self.wide = self.was_wide = False
        self.steps, self.after = 0, None
        # The stack pointer when it was last looked at, and its offset.
        self.pointer = self.lowest = None
        # Of the stack: the lowest byte that the entry's pointer addresses, where all ends that a
        # rounded one does, and which that is.
        self.frame = {}
        self.highest = 64                       # that of the entry
        self.deepest = 1 << 20                  # bytes of stack that a kernel may use

    # Addresses of code and constants

    def to(self, pointee):
        """A pointer to it, which is any number of its alignment."""
        name, start, size, align = pointee
        word = self.T.var(name, self.bits, align.bit_length() - 1)
        base, _ = self.base(word)
        if base not in self.regions:
            contents = self.code.contents(pointee)
            region = self.regions[base] = Region(name, contents, (), align)
            region.bytes = self.of_constants({i: b for i, b in contents.items()
                                              if not isinstance(b[0], str)})
            for i, (to, own, offset) in ((i, b)
                                         for i, b in contents.items() if isinstance(b[0], str)):
                region.fill(i, [self.T.total(self.bits, [
                    (self.to(self.code.pointees[to]), 1),
                    (self.to(self.code.pointees[own]), -1)], offset)], self.code.order)
        return word

    def here(self, address):
        """An address in the code's section that is executed."""
        if self.code.link is None:
            return constant(address, self.bits)
        part = self.code.whole(self.code.part(self.now))
        return self.T.total(self.bits, [(self.to(part), 1)], address - part[1])

    def pointer_to(self, name, offset):
        """What an operand's relocation says."""
        return self.T.total(self.bits, [(self.to(self.code.pointees[name]), 1)], offset)

    def called(self):
        """The address behind the instruction, to which a call returns."""
        self.calls.append((self.after, self.here(self.after)))
        return self.calls[-1][1]

    def code_at(self, word):
        """The address of the code that a word points to, which a call may go to."""
        if self.code.link is None:
            if number(word) is None:
                raise Refused("goes to " + self.T.show(word))
            return number(word)
        units, c = self.T.combination(word)
        for part in self.code.link.parts:
            pointee = self.code.whole(part)
            if part[2].sections[part[3]].code and units == {self.to(pointee): 1}:
                return pointee[1] + c
        raise Refused("goes to " + self.T.show(word))

    def returns(self, to, home):
        """To where a word says."""
        self.by_register = True
        if self.code.link is None:
            self.after = number(to)
            if self.after is None and to != home:
                raise Refused("returns to " + self.T.show(to))
        elif to == home:
            if self.calls:
                raise Refused("returns past a call: a shadow stack would not allow it")
            self.after = None
        elif not self.calls or to != self.calls[-1][1]:
            raise Refused("returns to where no call was: " + self.T.show(to))
        else:
            self.after = self.calls.pop()[0]

    # Memory

    def base(self, address):
        units, c = self.T.combination(address)
        return frozenset(units.items()), signed(c, self.bits) if units else c

    def region(self, base):
        if base not in self.regions:            # constants whose address was found before a cut
            for pointee in list(self.code.pointees.values()):
                if base == self.base(self.T.var(pointee[0], self.bits,
                                                pointee[3].bit_length() - 1))[0]:
                    self.to(pointee)
        return self.regions.get(base)

    def where(self, address):
        """(region or None, offset, what the address is a multiple of wherever the stack is, the
        word if it is by one that was rounded)"""
        base, c = self.base(address)
        region = self.region(base)
        if region is not None:
            return region, c - region.origin, math.gcd(region.align, c), None
        word, factor = next(iter(base), ((), 0)) if len(base) == 1 else ((), 0)
        if factor != 1 or word not in self.T.rounded:
            return None, c, 1, None
        _, at, align = self.T.rounded[word]
        return (self.regions.get(frozenset({(self.T.named["SP"], 1)})), at + c, math.gcd(align, c),
                word)

    def disjoint(self, low, high, word):
        """Of an access to the stack: wherever it is, what is addressed by the entry's pointer is
        above all that is addressed by a rounded one."""
        if word is None:
            self.frame["low"] = min(self.frame.get("low", low), low)
        else:
            pointer = self.T.rounded[word]
            if self.frame.setdefault("pointer", pointer) != pointer:
                raise Refused("two rounded pointers to the stack")
            high += pointer[0] - pointer[1]
            self.frame["high"] = max(self.frame.get("high", high), high)
        if len(self.frame) == 3 and self.frame["high"] > self.frame["low"]:
            raise Refused("places of a stack that stands elsewhere would overlap")

    def place(self, address, size, write, align, under=None):
        """under: bits of which those tell, that are 1, which bytes are accessed."""
        T = self.T
        self.stack_moved()
        region, offset, surely, rounded = self.where(address)
        if region is None:
            raise Refused("address by what is no pointer: " + self.T.show(address))
        allowed = region.writable if write else region.readable
        what = "%s of %d bytes at %s%+d" % ("write" if write else "read", size, region.name, offset)
        for i in range(size):
            bit = 1 if under is None else under[i]
            if bit and (offset + i not in allowed or
                        T.and1(bit, T.xor1(1, region.only.get(offset + i, 1)))):
                raise Refused(what if under is None else what + ", which has no byte %d" % i)
        if surely % align:
            raise Refused(what + " is not aligned")
        if region.name == "stack":
            self.disjoint(offset, offset + size, rounded)
        if region.name == "stack" and offset < self.lowest:
            raise Refused(what + " is below the stack pointer")
        if region.name == "stack" and self.touched is not None:
            if offset < self.touched - PAGE:
                raise Refused(what + " leaves out a page")
            self.touched = min(self.touched, offset)
        return region, offset

    def load(self, address, bits, align=1, order=None):
        """order: that of the bytes, if it is not the file's."""
        region, offset = self.place(address, bits // 8, False, align)
        out = [self.byte(region, i) for i in range(offset, offset + bits // 8)]
        return join(out if (order or self.code.order) == "little" else reversed(out))

    def byte(self, region, i):
        if i in region.lost:
            raise Refused("read at %s%+d, which was below the stack pointer" % (region.name, i))
        if i not in region.bytes:                      # the stack before anybody wrote there
            region.bytes[i] = self.T.var("%s%+d of the caller" % (region.name, i), 8)
        return region.bytes[i]

    def store(self, address, value, align=1, order=None):
        region, offset = self.place(address, len(value) // 8, True, align)
        region.fill(offset, [value], order or self.code.order)
        self.stored(region, range(offset, offset + len(value) // 8))

    @staticmethod
    def stored(region, offsets):
        region.lost.difference_update(offsets)
        for other in region.closes:
            other.readable = ()

    def stack_moved(self):
        """A signal's handler may write below the stack pointer at any time: what is there can be
        read no more. And it would write to what else the stack pointer pointed to."""
        if self.gpr[self.sp] is self.pointer:
            return
        self.pointer = self.gpr[self.sp]
        stack, offset, _, _ = self.where(self.pointer)
        if stack is None or stack.name != "stack" or offset > self.highest:
            raise Refused("the stack pointer is " + self.T.show(self.gpr[self.sp]))
        if offset < self.highest - self.deepest:
            raise Refused("more than %d bytes of stack" % self.deepest)
        offset -= self.red
        if self.lowest is None or offset > self.lowest:
            stack.lost.update(i for i in stack.bytes if i < offset)
        self.lowest = offset

    # Execution

    def whole_step(self, name, operands):
        """An instruction, of which every operand must be used."""
        o = Operands(operands)
        self.step(name, o)
        if len(o.seen - {None}) != len(operands):
            raise Refused("operands that are not used")

    def run(self, address, stop=lambda address: False):
        """To the function's return (None), or up to an instruction where stop says so (its
        address)."""
        while address is not None:
            if stop(address):
                return address
            name, operands, text = self.code.instruction(address)
            self.after, self.now, self.by_register = self.code.next.get(address), address, False
            self.steps += 1
            try:
                if self.allowed is not None and not self.code.needs(address) <= self.allowed:
                    raise Refused("an instruction of " +
                                  " ".join(sorted(self.code.needs(address) - self.allowed)))
                self.stack_moved()
                self.whole_step(name, operands)
                if not self.by_register and self.code.link:
                    if self.after is None:
                        raise Refused("goes on behind its object's code")
                    if self.code.part(self.after) is not self.code.part(
                            address) and address not in self.code.bridges and not self.code.goes_to(
                            address, self.after):
                        raise Refused("leaves its object's code")
            except Refused as e:
                raise Refused("%x: %s: %s" % (address, text, e)) from None
            except UNKNOWN as e:
                raise Refused("%x: %s: unknown instruction (%r)" % (address, text, e)) from None
            address = self.after
        return None


class Operands(list):
    """Of an instruction. It notes which are looked at: what a decoder does not use it would drop."""
    def __init__(self, items, places=None, seen=None):
        super().__init__(items)
        self.places = range(len(self)) if places is None else places
        self.seen = set() if seen is None else seen     # places in the instruction

    def __getitem__(self, i):
        if isinstance(i, slice):
            return Operands(super().__getitem__(i), self.places[i], self.seen)
        self.seen.add(self.places[i])
        return super().__getitem__(i)

    def __iter__(self):
        self.seen.update(self.places)
        return super().__iter__()

    def __radd__(self, other):
        """More before them, which are no operands of the instruction."""
        return Operands(other + super().__getitem__(slice(None)),
                        [None] * len(other) + list(self.places), self.seen)


class Abi:
    """A calling convention. The stack pointer at the entry is SP + offset, SP a multiple of 64."""
    machine = Machine
    code = Code
    bits = 64                       # of a pointer, and of size_t
    entries = ()                    # the offsets that are possible, below 64
    number_bits = 32                # of a number of rounds in its register
    stack = 4608                    # bytes that a kernel may use
    pages = False                   # must each page of the stack be touched before the next?
    landing = True    # must a function begin as Code.landing says, where that is something?
    low = None    # what state and block are modulo 8, where that decides the way

    def variants(self, kernel, brief):
        """The conventions, like itself, that are to be looked at one by one."""
        return [self]

    def above(self, arguments):
        """Bytes from the stack pointer on that are the callee's: return address, arguments, what
        else it may write."""
        return 0

    def enter(self, m, offset, arguments):
        """Put the arguments, words of 32 or `bits` bits, where they belong (what is above 32 is
        unknown), and the return address; m.stack is the region of the stack, whose offset 0 is
        SP."""

    def leave(self, m, offset):
        """Refused if the stack pointer or what is the caller's is not restored, or a mode is left
        behind."""
