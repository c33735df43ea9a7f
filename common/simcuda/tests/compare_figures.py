"""compare_figures.py MEASURED FIGURES: two files of "name value unit" lines side by side.

Exit status 0 when every figure is within 15 % of the measured one, or within 5 us where that is
under 20 us.
"""

import sys

RELATIVE, SHORT_US, ABSOLUTE_US = 0.15, 20.0, 5.0


def read(path):
    with open(path, encoding="utf-8") as lines:
        rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return {name: (float(value), unit) for name, value, unit in rows}


def is_close(measured, figure, unit):
    if unit == "us" and measured < SHORT_US:
        return abs(figure - measured) <= ABSOLUTE_US
    return abs(figure - measured) <= RELATIVE * measured


def main():
    measured, figures = read(sys.argv[1]), read(sys.argv[2])
    print(f"{'figure':36} {'measured':>10} {'simulated':>10}        ratio")
    off = 0
    for name, (value, unit) in measured.items():
        if name not in figures:
            print(f"{name:36} {value:10.2f}    missing")
            off += 1
            continue
        figure = figures[name][0]
        good = is_close(value, figure, unit)
        off += not good
        print(f"{name:36} {value:10.2f} {figure:10.2f} {unit:5} {figure / value:6.2f}"
              + ("" if good else "  <- off"))
    print(f"{len(measured) - off} of {len(measured)} figures within 15 % (5 us below 20 us)")
    return off != 0


sys.exit(main())
