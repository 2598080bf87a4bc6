#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Draws the output of "blake2b-util bench --csv" or the records in measured/.

  blake2b-util bench --csv | tools/plot.py [--title TEXT] OUTPUT.svg
      cycles per byte by message size, one line a kernel, one panel a group
  tools/plot.py --record measured/zen4.csv measured/zen4.svg
      one message by size, and many messages by the number that a kernel
      hashes at once; with other libraries if they are in the record
  tools/plot.py --beside measured/beside.svg measured/*.csv
      bars: the best of this library and other libraries, by CPU
  tools/plot.py --shape measured/zen4.shape measured/zen4-shape.svg
      the curves of "bench --shape", as tools/tables.py --shape wrote them

The C references are drawn only if nothing else was measured: the scale would hide the kernels.
Needs matplotlib (Debian: python3-matplotlib).
"""
import argparse
import csv
import io
import re
import sys

from tables import HASHES, rounded

try:
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot, ticker
except ImportError:
    sys.exit("plot.py: needs matplotlib (Debian: python3-matplotlib)")

# The palette of Okabe and Ito, which is suitable for colour-blind readers.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
OURS, THEIRS = COLOURS[0], "#b0b0b0"
FAINT = "#9fc5e0"  # this library's kernels except the fastest
SLOWEST = 4    # times the fastest: slower ones are not drawn, as the scale would hide the others
SMALLEST = 64  # bytes: shorter messages take a block as well
# The charts show the first family, whose rows have no prefix.
FIRST, TITLE = next((name, about["title"]) for name, about in HASHES.items())
SETTINGS = {"svg.hashsalt": FIRST, "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
            "axes.spines.right": False}
# The panels of bars: group, bytes, title, whether they show cycles per byte.
BESIDE = [("serial", 8192, "one message of 8 KiB\ncycles per byte", True),
          ("serial", 64, "one message of 64 bytes\ncycles", False),
          ("many", 8192, "many messages of 8 KiB\ncycles per byte", True)]
# The charts of a record: target, message size of the figures, sizes on the axis. Longer messages
# are as fast as those of 8 KiB.
TARGET, SHOWN, SIZES = "X86_64", 8192, [64, 128, 1024, 8192]
LOWEST, HIGHEST = 2, 32  # cycles per byte: the same axis in all charts
# Where the kernel is not known.
ANY = {"any": "fastest", "any avx512": "AVX-512", "any avx2": "AVX2"}


def size(n, _=None):
    for unit, name in ((1 << 20, " MiB"), (1 << 10, " KiB")):
        if n >= unit:
            return "%g%s" % (n / unit, name)
    return "%g" % n


def compact(svg):
    """A line for each group of elements: matplotlib writes one for each point."""
    return re.sub(r"\n *(?! |<g id=|</svg>|$)", " ", svg)


def save(figure, output):
    figure.tight_layout()
    drawing = io.StringIO()
    figure.savefig(drawing, format="svg", metadata={"Date": None, "Creator": None})
    with open(output, "w", encoding="utf-8") as file:
        file.write(compact(drawing.getvalue()))


# ---- lines ----

def lines_of(file, target, wanted):
    """The unit, and for each group the points of each implementation."""
    groups = {}
    rows = csv.DictReader(line for line in file if not line.startswith("#"))
    per_byte = [f for f in rows.fieldnames or [] if f.endswith("_per_byte")]
    if not per_byte:
        sys.exit("plot.py: this is not what bench --csv prints")
    for row in rows:
        length = int(row["bytes"])
        if wanted and row["group"] not in wanted.split(","):
            continue
        if length >= SMALLEST and target in (None,
                                             row.get("target")) and row.get(
                                                 "source") != "disturbed":
            # (A record may have one of the two figures.)
            figure = float(row[per_byte[0]]
                           or float(row[per_byte[0].replace("_per_byte", "")]) / length)
            lines = groups.setdefault(row["group"], {})
            lines.setdefault(row["implementation"], []).append((length, figure))
    return per_byte[0].replace("_", " "), groups


def thin_out(lines):
    """Removes lines that are not kernels, and slow ones; returns the names of the slow ones."""
    # Other libraries have a figure for a size or two only; automatic is one of the kernels.
    for name in [n for n in lines if " " in n or n == "automatic"]:
        del lines[name]
    if any(not n.startswith("generic") for n in lines):
        for name in [n for n in lines if n.startswith("generic")]:
            del lines[name]
    best = min(max(points)[1] for points in lines.values())
    slow = [n for n, points in lines.items() if max(points)[1] > SLOWEST * best]
    for name in slow:
        del lines[name]
    return slow


def draw_lines(arguments):
    unit, groups = lines_of(sys.stdin, arguments.target, arguments.groups)
    left_out = [name for lines in groups.values() for name in thin_out(lines)]
    if not groups:
        sys.exit("plot.py: no messages of %d bytes or more" % SMALLEST)
    columns = min(len(groups), 3)
    height = (len(groups) + columns - 1) // columns
    figure, panels = pyplot.subplots(height, columns, figsize=(4.2 * columns + 1, 3.6 * height),
                                     squeeze=False)
    for axes in panels.flat[len(groups):]:
        axes.set_axis_off()
    for axes, (group, lines) in zip(panels.flat, groups.items()):
        for i, (name, points) in enumerate(lines.items()):
            points.sort()
            axes.plot(*zip(*points), label=name, color=COLOURS[i % len(COLOURS)],
                      linestyle="--" if i >= len(COLOURS) else "-", marker="o", markersize=3,
                      linewidth=1.2)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(size))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.set_ylim(bottom=0)
        axes.grid(True, linewidth=0.3)
        axes.set_xlabel("bytes a message")
        axes.set_title(group)
        axes.legend(frameon=False, fontsize=8, ncol=2)
    panels[0][0].set_ylabel(unit)
    figure.suptitle(arguments.title)
    if left_out:
        figure.text(0.99, 0.01, "too slow to be shown: " + ", ".join(sorted(set(left_out))),
                    ha="right", fontsize=7)
    save(figure, arguments.output)


# ---- bars ----

def bars_of(path):
    """The name of a record's core, and for each panel the best figure of each library."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    core = next((line.split(" = ")[1] for line in lines if line.startswith("# core = ")), "")
    rows = [row for row in csv.DictReader(line for line in lines if not line.startswith("#"))
            if row.get("target") == "X86_64" and "bytes" in row and row["source"] != "disturbed"]
    panels = []
    for group, length, title, per_byte in BESIDE:
        best = {}
        for row in rows:
            if (row["group"], int(row["bytes"])) == (group,
                                                     length) and not row[
                                                         "implementation"].startswith("any"):
                name = re.sub(r" [0-9].*", "", row["implementation"])
                name = "this library" if name == row["implementation"] else name
                cycles = float(row["cycles"] or float(row["cycles_per_byte"]) * length)
                if row["cycles_per_byte"] and per_byte:
                    cycles = float(row["cycles_per_byte"]) * length
                best[name] = min(cycles / (length if per_byte else 1), best.get(name, float("inf")))
        panels.append((title, per_byte, best if len(best) > 1 and "this library" in best else {}))
    return core, panels


def draw_bars(arguments):
    records = [(core, panels) for core, panels in map(bars_of, arguments.records)
               if any(best for _, _, best in panels)]
    columns = [i for i in range(len(BESIDE)) if any(panels[i][2] for _, panels in records)]
    if not records:
        sys.exit("plot.py: no other library in these records")
    rows = [max(len(panels[i][2]) for i in columns) for _, panels in records]
    figure, axes = pyplot.subplots(len(records), len(columns), squeeze=False,
                                   gridspec_kw={"height_ratios": rows},
                                   figsize=(3.2 * len(columns), 0.2 * sum(rows)
                                            + 0.7 * len(records)))
    for line, (core, panels), most in zip(axes, records, rows):
        for panel, (title, per_byte, best) in zip(line, (panels[i] for i in columns)):
            names = sorted(best, key=lambda name: (name != "this library", best[name]))
            draw_bar_chart(panel, [(name, best[name], name != "this library") for name in names],
                           2 if per_byte else 0, most)
            panel.set_title("%s, %s" % (core, title) if best else "", fontsize=9, x=0, ha="left")
    save(figure, arguments.output)


def draw_bar_chart(axes, bars, digits, most):
    """Draws bars of (name, figure, whether of another library) from the top, with space for MOST of them."""
    axes.barh(range(len(bars)), [cycles for _, cycles, _ in bars], height=0.8,
              color=[THEIRS if other else OURS for _, _, other in bars])
    for at, (_, cycles, _) in enumerate(bars):
        axes.annotate(rounded("%.6f" % cycles, digits), (cycles, at), xytext=(3, 0),
                      textcoords="offset points",
                      va="center", fontsize=8)
    axes.set_yticks(range(len(bars)))
    axes.set_yticklabels([name for name, _, _ in bars], fontsize=8)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_locator(ticker.NullLocator())
    axes.spines["bottom"].set_visible(False)
    axes.spines["left"].set_visible(False)
    axes.set_ylim(most - 0.4, -0.6)
    axes.set_xlim(0, 1.2 * max((cycles for _, cycles, _ in bars), default=1))


# ---- a record ----

def record_of(path):
    """The name of the core; for each group the cycles per byte of each implementation by size; the names of
    implementations for which only the order of instructions was measured."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    core = next((line.split(" = ")[1] for line in lines if line.startswith("# core = ")), "")
    groups, orders = {"serial": {}, "many": {}}, set()
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        length = int(row.get("bytes") or 0)
        if row["target"] == TARGET and row.get("group") in groups and length >= SMALLEST and row[
            "source"] != "disturbed":
            figure = float(row["cycles_per_byte"] or float(row["cycles"]) / length)
            groups[row["group"]].setdefault(row["implementation"], {})[length] = figure
            if row["source"] == "order measured":
                orders.add(row["implementation"])
    return core, groups, orders


def messages_of(name):
    """The number of messages that an implementation hashes at once; 0 if that is not known."""
    several = re.search(r"x(\d+)(icl)?$", name)
    return int(several.group(1)) if several and name not in ANY else int(name == "one-by-one")


def theirs(name):
    return bool(re.search(r" \d", name))


def draw_one(axes, lines, orders):
    """One message by size. Each line has its name and its last figure at its right end, in the order of the figures."""
    lines = {n: sorted((length, cycles) for length, cycles in lines[n].items() if length <= SHOWN)
             for n in lines if not n.startswith("generic")}
    names = sorted((n for n in lines if lines[n]), key=lambda n: (lines[n][-1][1], n))
    fastest = next(n for n in names if not theirs(n) and n not in ANY)
    place = 0.03  # of the next name, as a fraction of the height
    for name in names:
        length, cycles = lines[name][-1]
        colour = OURS if name == fastest else THEIRS if theirs(name) else FAINT
        axes.plot(*zip(*lines[name]), color=colour, marker="o", markersize=3,
                  linewidth=2 if name == fastest else 1.2,
                  zorder=3 if name == fastest else 2)
        text = "%s %s%s" % (ANY.get(name, name), rounded("%.6f" % cycles, 2),
                            " (order)" if name in orders else "")
        style = {"va": "center", "fontsize": 8, "color": "#606060" if theirs(name) else OURS,
                 "fontweight": "bold" if name == fastest else "normal"}
        if length != SHOWN:
            axes.annotate(text, (length, cycles), xytext=(6, 0), textcoords="offset points",
                          **style)
            continue
        axes.annotate(text, (length, cycles), xytext=(1.1, place), textcoords="axes fraction",
                      **style,
                      arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.6,
                                  "shrinkA": 0, "shrinkB": 2, "relpos": (0, 0.5)})
        place += 0.07
    axes.set_xscale("log", base=2)
    axes.set_xlim(SMALLEST / 1.2, SIZES[-1] * 1.2)
    axes.set_xticks(SIZES)
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(size))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.set_yscale("log", base=2)
    axes.set_ylim(LOWEST, HIGHEST)
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(size))
    axes.grid(True, linewidth=0.3)
    axes.set_xlabel("bytes")
    axes.set_title("one message: cycles per byte by size", fontsize=9, x=0, ha="left")


def draw_many(axes, lines):
    """Many messages: a bar for each implementation, by the number of messages that it hashes at once."""
    lines = {n: points[SHOWN] for n, points in lines.items() if SHOWN in points
             and n != "automatic"}
    names = sorted(lines, key=lambda n: (theirs(n), messages_of(n), -lines[n]))
    draw_bar_chart(axes, [(ANY.get(n, n), lines[n], theirs(n)) for n in names], 2,
                   max(len(names), 10))
    axes.set_title("many messages of %s: cycles per byte\n(kernels x2 to x16 take that many at "
                   "once)" % size(SHOWN), fontsize=9, x=0, ha="left")


def draw_record(arguments):
    core, groups, orders = record_of(arguments.record)
    if not groups["serial"] or not groups["many"]:
        sys.exit("plot.py: %s: no figures of one message and of many on %s"
                 % (arguments.record, TARGET))
    figure, (one, many) = pyplot.subplots(1, 2, figsize=(9.6, 3.6))
    draw_one(one, groups["serial"], orders)
    draw_many(many, groups["many"])
    figure.suptitle("%s on %s, core cycles" % (TITLE, core))
    save(figure, arguments.output)


# ---- the curves of bench --shape ----

def curves_of(path):
    """The name of the core, and the points of each curve: at, cycles."""
    core, curves = "", {}
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("#"):
                core = line.split(" = ")[1] if line.startswith("# core = ") else core
            elif not line.startswith("curve,"):
                name, first, *cycles = line.split(",")
                curves.setdefault(name, []).extend((int(first) + i, int(c))
                                                   for i, c in enumerate(cycles))
    return core, curves


def draw_shape(arguments):
    core, curves = curves_of(arguments.shape)
    if set(curves) != {"length", "messages"}:
        sys.exit("plot.py: %s: not the two curves that bench --shape prints" % arguments.shape)
    figure, panels = pyplot.subplots(1, 2, figsize=(9.6, 3.4))
    for axes, points, across, what, shown in (
            (panels[0], curves["length"], "bytes", "one message: cycles", (1, 128, 1024)),
            (panels[1], [(n, c / n) for n, c in curves["messages"]], "messages of 64 bytes at once",
             "many messages: cycles for each",
             (1, 4, 100))):
        axes.plot(*zip(*points), color=OURS, linewidth=1)
        what += " (%s)" % ", ".join("%d: %.0f" % (n, dict(points)[n]) for n in shown)
        axes.set_xlim(points[0][0], points[-1][0])
        axes.set_ylim(0, None)
        axes.grid(True, linewidth=0.3)
        axes.set_xlabel(across)
        axes.set_title(what, fontsize=9, loc="left")
    panels[0].xaxis.set_major_locator(ticker.MultipleLocator(128))
    figure.suptitle("%s on %s, core cycles" % (TITLE, core))
    save(figure, arguments.output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--title", default=TITLE + ", cycles per byte")
    parser.add_argument("--target", help="of a record that has several: X86_64, say")
    parser.add_argument("--groups", help="of these alone: serial,many")
    parser.add_argument("--beside", action="store_true",
                        help="bars of the records beside other libraries in them")
    parser.add_argument("--record",
                        help="charts of this record: one message by size, many messages")
    parser.add_argument("--shape",
                        help="the curves in this file: cycles by length, and by number of messages")
    parser.add_argument("output")
    parser.add_argument("records", nargs="*")
    arguments = parser.parse_args()
    if arguments.beside != bool(arguments.records):
        parser.error("records are for --beside")
    pyplot.rcParams.update(SETTINGS)
    (draw_bars if arguments.beside else draw_record if arguments.record else draw_shape
     if arguments.shape else draw_lines)(arguments)


if __name__ == "__main__":
    main()
