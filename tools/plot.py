#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Draws the records in measured/, which "blake2b-util bench --record" writes.

  tools/plot.py --record measured/zen4.csv measured/zen4.svg
      one message by size, and many messages by the number that a kernel
      hashes at once; with other libraries if they are in the record
  tools/plot.py --beside measured/beside.svg measured/*.csv
      bars: the best of this library and other libraries, by CPU
  tools/plot.py --shape measured/zen4.shape measured/zen4-shape.svg
      the curves of "bench --shape", as tools/tables.py --shape wrote them
"""
import argparse
import math
import os
import re
import sys
from xml.sax.saxutils import escape

from tables import HASHES, Record, rounded

OURS, THEIRS, FAINT = "#0072b2", "#b0b0b0", "#9fc5e0"  # FAINT: our kernels except the fastest
GRID = "#d8d8d8"
SMALLEST = 64  # bytes: shorter messages take a block as well
# The charts show the first family, whose rows have no prefix.
TITLE = next(about["title"] for about in HASHES.values())
# The panels of bars: group, bytes, title, whether they show cycles per byte.
BESIDE = [("serial", 8192, "one message of 8 KiB\ncycles per byte", True),
          ("serial", 64, "one message of 64 bytes\ncycles", False),
          ("many", 8192, "many messages of 8 KiB\ncycles per byte", True)]
# The charts of a record: target, message size of the figures. Longer messages are as fast.
TARGET, SHOWN = "X86_64", 8192
CYCLES = [2, 4, 8, 16, 32]  # per byte: the same axis in all charts
SIZES = [64, 128, 1024, 8192]  # with a mark on the axis
LINE, NAMES, WIDEST = 14, 100, 150  # pixels: of a line of text, a column of names, the longest bar


def size(n):
    for unit, name in ((1 << 20, " MiB"), (1 << 10, " KiB")):
        if n >= unit:
            return "%g%s" % (n / unit, name)
    return "%g" % n


class Drawing:
    """An SVG file: a bar, a curve or a mark a line. Places are in pixels from the upper left."""

    def __init__(self, width, height):
        self.lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
                      'font-family="sans-serif" font-size="11">' % (width, height),
                      '<marker id="point" refX="2" refY="2"><circle cx="2" cy="2" r="1"/></marker>',
                      bar(0, 0, width, height, "#ffffff")]

    def add(self, *elements):
        self.lines.append(" ".join(elements))

    def title(self, x, y, words):
        for i, line in enumerate(words.split("\n")):
            self.add(text(x, y + LINE * i, line))

    def bars(self, x, y, title, bars, digits):
        """Bars of (name, figure, whether of another library), from the top."""
        self.title(x, y, title)
        most = max((figure for _, figure, _ in bars), default=1)
        for at, (name, figure, other) in enumerate(bars):
            top, length = y + LINE * (at + 1.5), WIDEST * figure / most
            self.add(text(x + NAMES - 4, top + 10, name, anchor="end"),
                     bar(x + NAMES, top, length, LINE - 3, THEIRS if other else OURS),
                     text(x + NAMES + length + 3, top + 10, rounded("%.6f" % figure, digits)))

    def write(self, output):
        with open(output, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n</svg>\n")


def bar(x, y, width, height, colour):
    return ('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>'
            % (x, y, width, height, colour))


def curve(points, colour, width=1.0, marker=""):
    return ('<polyline points="%s" fill="none" stroke="%s" stroke-width="%.1f"%s/>'
            % (" ".join("%.1f,%.1f" % point for point in points), colour, width, marker))


def text(x, y, words, colour="#000000", anchor="start", weight="normal"):
    return ('<text x="%.1f" y="%.1f" fill="%s" text-anchor="%s" font-weight="%s">%s</text>'
            % (x, y, colour, anchor, weight, escape(words)))


class Panel:
    """Axes in a drawing: the first and last value of each, its marks, and its scale."""
    WIDTH, HEIGHT = 280, 200

    def __init__(self, drawing, x, y, title, across, up, marks, scale):
        self.x, self.y, self.across, self.up, self.scale = x, y, across, up, scale
        drawing.title(x, y - 2 * LINE, title)
        for n in marks[0]:
            bottom = self.at(n, up[0])
            drawing.add(curve([bottom, self.at(n, up[1])], GRID),
                        text(bottom[0], bottom[1] + LINE, size(n), anchor="middle"))
        for n in marks[1]:
            left = self.at(across[0], n)
            drawing.add(curve([left, self.at(across[1], n)], GRID),
                        text(left[0] - 4, left[1] + 4, "%g" % n, anchor="end"))

    def at(self, *point):
        """The place of a point of both values."""
        across, up = [(self.scale(value) - self.scale(first))
                      / (self.scale(last) - self.scale(first))
                      for value, (first, last) in zip(point, (self.across, self.up))]
        return self.x + self.WIDTH * across, self.y + self.HEIGHT * (1 - up)


def by_size(drawing, x, y, title, lines):
    """
    Lines of (name, points, colour, weight), by message size. Each has its name and its last figure
    at its right end, in the order of the figures.
    """
    panel = Panel(drawing, x, y, title, (SIZES[0], SIZES[-1]), (CYCLES[0], CYCLES[-1]),
                  (SIZES, CYCLES), math.log2)
    lowest = y + panel.HEIGHT
    for name, points, colour, weight in sorted(lines, key=lambda line: line[1][-1][1]):
        right, height = end = panel.at(*points[-1])
        elements = [curve([panel.at(*point) for point in points], colour,
                          2 if weight == "bold" else 1.2,
                          ' marker-start="url(#point)" marker-mid="url(#point)" '
                          'marker-end="url(#point)"')]
        if points[-1][0] == SIZES[-1]:
            right, height = right + 14, min(height, lowest)
            lowest = height - LINE + 2
            elements.append(curve([end, (right, height)], colour, 0.6))
        elements.append(text(right + 5, height + 4,
                             "%s %s" % (name, rounded("%.6f" % points[-1][1], 2)),
                             {THEIRS: "#606060", FAINT: OURS}.get(colour, colour), weight=weight))
        drawing.add(*elements)


# ---- records ----

def per_byte(row):
    return float(row["cycles"]) / int(row["bytes"])


def record_of(path):
    """The name of the core, and the rows of the charts' target that can be trusted."""
    record = Record(os.path.abspath(path))
    return record.about.get("core", ""), [row for row in record.rows if row["target"] == TARGET
                                          and "bytes" in row and not row["cycles"].endswith("?")]


def theirs(name):
    return bool(re.search(r" \d", name))


def best_of(rows, group, length, whole):
    """The best figure of each library, if there are several, this one among them."""
    best = {}
    for row in rows:
        name = row["implementation"]
        if (row["group"], int(row["bytes"])) == (group, length):
            name = re.sub(r" \d.*", "", name) if theirs(name) else "this library"
            figure = float(row["cycles"]) if whole else per_byte(row)
            best[name] = min(figure, best.get(name, math.inf))
    return best if len(best) > 1 and "this library" in best else {}


def draw_bars(arguments):
    records = []
    for core, rows in map(record_of, arguments.records):
        panels = [best_of(rows, group, length, not a_byte) for group, length, _, a_byte in BESIDE]
        if any(panels):
            records.append((core, panels))
    if not records:
        sys.exit("plot.py: no other library in these records")
    heights = [LINE * (max(map(len, panels)) + 4) for _, panels in records]
    drawing, top = Drawing(300 * len(BESIDE), sum(heights)), 20
    for height, (core, panels) in zip(heights, records):
        for i, (best, (_, _, title, a_byte)) in enumerate(zip(panels, BESIDE)):
            names = sorted(best, key=lambda name: (name != "this library", best[name]))
            if best:
                drawing.bars(10 + 300 * i, top, "%s, %s" % (core, title),
                             [(name, best[name], name != "this library") for name in names],
                             2 if a_byte else 0)
        top += height
    drawing.write(arguments.output)


def messages_of(name):
    """The number of messages that an implementation hashes at once; 0 if that is not known."""
    several = re.search(r"x(\d+)(icl)?$", name)
    return int(several.group(1)) if several else int(name == "one-by-one")


def draw_record(arguments):
    core, rows = record_of(arguments.record)
    serial, many = {}, {}
    for row in rows:
        name, length = row["implementation"], int(row["bytes"])
        if row["group"] == "serial" and SMALLEST <= length <= SHOWN and name[:7] != "generic":
            serial.setdefault(name, []).append((length, per_byte(row)))
        elif row["group"] == "many" and length == SHOWN and name != "automatic":
            many[name] = per_byte(row)
    if not serial or not many:
        sys.exit("plot.py: %s: no figures of one message and of many on %s"
                 % (arguments.record, TARGET))
    order = sorted(serial, key=lambda name: max(serial[name])[1])
    fastest = next(name for name in order if not theirs(name))
    drawing = Drawing(830, 320)
    drawing.title(20, 20, "%s on %s, core cycles" % (TITLE, core))
    by_size(drawing, 40, 80, "one message: cycles per byte by size",
            [(name, sorted(serial[name]),
              THEIRS if theirs(name) else OURS if name == fastest else FAINT,
              "bold" if name == fastest else "normal") for name in order])
    names = sorted(many, key=lambda name: (theirs(name), messages_of(name), -many[name]))
    drawing.bars(500, 52, "many messages of %s: cycles per byte\n(kernels x2 to x16 take that many "
                 "at once)" % size(SHOWN),
                 [(name, many[name], theirs(name)) for name in names], 2)
    drawing.write(arguments.output)


# ---- the curves of bench --shape ----

def steps(last):
    """Marks from 0 to LAST: up to six multiples of a round number."""
    step = next(n * 10 ** power for power in range(6) for n in (1, 2, 5)
                if last <= 6 * n * 10 ** power)
    return range(0, int(last) + 1, step)


def draw_shape(arguments):
    core, curves = "", {}
    with open(arguments.shape, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("#"):
                core = line.split(" = ")[1] if line.startswith("# core = ") else core
            elif not line.startswith("curve,"):
                name, first, *cycles = line.split(",")
                curves.setdefault(name, []).extend((int(first) + i, int(c))
                                                   for i, c in enumerate(cycles))
    if set(curves) != {"length", "messages"}:
        sys.exit("plot.py: %s: not the two curves that bench --shape prints" % arguments.shape)
    drawing = Drawing(740, 310)
    drawing.title(20, 20, "%s on %s, core cycles" % (TITLE, core))
    each = [(n, cycles / n) for n, cycles in curves["messages"]]
    for x, points, title, shown, marks in (
            (50, curves["length"], "one message: cycles by bytes", (1, 128, 1024),
             range(0, 1100, 256)),
            (420, each, "messages of 64 bytes at once: cycles for each", (1, 4, 100),
             (1, 25, 50, 75, 100))):
        title += "\n(%s)" % ", ".join("%d: %.0f" % (n, dict(points)[n]) for n in shown)
        most = max(cycles for _, cycles in points)
        panel = Panel(drawing, x, 76, title, (points[0][0], points[-1][0]), (0, most),
                      (marks, steps(most)), float)
        drawing.add(curve([panel.at(*point) for point in points], OURS))
    drawing.write(arguments.output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--beside", action="store_true",
                        help="bars of the records beside other libraries in them")
    parser.add_argument("--record",
                        help="charts of this record: one message by size, many messages")
    parser.add_argument("--shape",
                        help="the curves in this file: cycles by length, and by number of messages")
    parser.add_argument("output")
    parser.add_argument("records", nargs="*")
    arguments = parser.parse_args()
    if [arguments.beside, bool(arguments.record), bool(arguments.shape)].count(True) != 1 or \
            arguments.beside != bool(arguments.records):
        parser.error("one of --beside with records, --record and --shape")
    (draw_bars if arguments.beside else draw_record if arguments.record
     else draw_shape)(arguments)


if __name__ == "__main__":
    main()
