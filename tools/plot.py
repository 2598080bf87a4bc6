#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Draws what "blake2b-util bench --csv" measured, or what is recorded in measured/: cycles per byte by
message size, one line an implementation, one panel a group.

  blake2b-util bench --csv | tools/plot.py [--title TEXT] OUTPUT.svg
  tools/plot.py --target X86_64 --title "BLAKE2b on AMD Zen 4, core cycles per byte" measured/zen4.svg <measured/zen4.csv

Needs matplotlib (Debian: python3-matplotlib).
"""
import argparse
import csv
import sys

try:
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot, ticker
except ImportError:
    sys.exit("plot.py: needs matplotlib (Debian: python3-matplotlib)")

# Okabe and Ito's colours, which people who see colours differently tell apart.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
SLOWEST = 4    # times the fastest: what is slower would leave the rest no room
SMALLEST = 64  # bytes: below, a message costs a block all the same


def size(n, _=None):
    for unit, name in ((1 << 20, " MiB"), (1 << 10, " KiB")):
        if n >= unit:
            return "%g%s" % (n / unit, name)
    return "%g" % n


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--title", default="BLAKE2b, cycles per byte")
    parser.add_argument("--target", help="of a record that has several: X86_64, say")
    parser.add_argument("output")
    arguments = parser.parse_args()
    groups = {}
    rows = csv.DictReader(line for line in sys.stdin if not line.startswith("#"))
    per_byte = [f for f in rows.fieldnames or [] if f.endswith("_per_byte")]
    if not per_byte:
        sys.exit("plot.py: this is not what bench --csv prints")
    for row in rows:
        length = int(row["bytes"])
        if length >= SMALLEST and arguments.target in (None, row.get("target")):
            # (A record may have one of the two figures.)
            figure = float(row[per_byte[0]] or float(row[per_byte[0].replace("_per_byte", "")]) / length)
            lines = groups.setdefault(row["group"], {})
            lines.setdefault(row["implementation"], []).append((length, figure))
    left_out = []
    for lines in groups.values():
        # What other libraries took at a size or two is no line.
        for name in [n for n in lines if " " in n]:
            del lines[name]
        best = min(max(points)[1] for points in lines.values())
        for name in [n for n, points in lines.items() if max(points)[1] > SLOWEST * best]:
            del lines[name]
            left_out.append(name)
    if not groups:
        sys.exit("plot.py: no messages of %d bytes or more" % SMALLEST)
    pyplot.rcParams.update({"svg.hashsalt": "blake2b", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                            "axes.spines.right": False})
    figure, panels = pyplot.subplots(1, len(groups), figsize=(5.2 * len(groups) + 1, 4), squeeze=False)
    for axes, (group, lines) in zip(panels[0], groups.items()):
        for i, (name, points) in enumerate(lines.items()):
            points.sort()
            c = name.startswith("generic")
            axes.plot(*zip(*points), label=name, color="#888888" if c else COLOURS[i % len(COLOURS)],
                      linestyle="--" if c else "-", marker="o", markersize=3, linewidth=1.2)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(size))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.set_ylim(bottom=0)
        axes.grid(True, linewidth=0.3)
        axes.set_xlabel("bytes a message")
        axes.set_title(group)
        axes.legend(frameon=False, fontsize=8, ncol=2)
    panels[0][0].set_ylabel(per_byte[0].replace("_", " "))
    figure.suptitle(arguments.title)
    if left_out:
        figure.text(0.99, 0.01, "too slow to be shown: " + ", ".join(sorted(set(left_out))), ha="right", fontsize=7)
    figure.tight_layout()
    figure.savefig(arguments.output, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main()
