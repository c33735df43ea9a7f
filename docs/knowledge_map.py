"""knowledge_map.py DOCS [--check]: draws the knowledge map, docs/LANGUAGE/knowledge-map.svg.

One table for both languages. With --check it writes nothing, and exit status 1 says that a picture
is not what the table gives.
"""

import pathlib
import sys

LANGUAGES = ("en", "zh-CN")

# What is in each row, from left to right: a name, its chapters, the words in both languages.
ROWS = [
    (("Hardware", "硬件"), [
        ("processor", "", ("processor", "处理器")),
        ("host memory", "", ("host memory", "主机内存")),
        ("copy engines", "09", ("copy engines", "复制引擎")),
        ("compute engine", "", ("compute engine", "计算引擎")),
        ("device memory", "01", ("device memory", "设备内存")),
    ]),
    (("Tools", "工具"), [
        ("async", "03", ("asynchronous calls", "异步调用")),
        ("pinned", "02", ("pinned memory", "页锁定内存")),
        ("streams", "04", ("streams", "流")),
        ("events", "06 07", ("events", "事件")),
        ("buffers", "01", ("device buffers", "设备缓冲区")),
    ]),
    (("Order", "次序"), [
        ("host waits", "03", ("the host waits, once", "主机等一次")),
        ("barrier", "05", ("the default stream", "默认流")),
        ("within", "04", ("within a stream", "流之内")),
        ("between", "07", ("between streams", "流之间")),
        ("free again", "10", ("a buffer is free again", "缓冲区空出来")),
    ]),
    (("Method", "方法"), [
        ("ring", "12", ("a ring of slots", "一圈槽位")),
        None,
        ("pipeline", "04", ("a stream for each chunk", "数据块分给几个流")),
        ("dependent", "11", ("stages wait for stages", "阶段等阶段")),
        ("double", "10", ("double buffering", "双缓冲")),
    ]),
    (("Goal", "目标"), [
        None,
        ("measure", "06 08", ("measured: a timeline", "测量：时间线")),
        ("overlap", "04 09", ("overlap: the longest stage, not the sum", "重叠：最长的阶段，而不是总和")),
        None,
        None,
    ]),
]

# From what is needed to what needs it.
ARROWS = [
    ("processor", "async"), ("host memory", "pinned"), ("copy engines", "pinned"),
    ("copy engines", "streams"), ("compute engine", "streams"), ("device memory", "buffers"),
    ("pinned", "async"), ("streams", "events"),
    ("async", "host waits"), ("streams", "barrier"), ("streams", "within"),
    ("events", "between"), ("events", "free again"), ("buffers", "free again"),
    ("host waits", "ring"), ("within", "pipeline"), ("between", "dependent"),
    ("between", "double"), ("free again", "double"), ("pipeline", "ring"),
    ("ring", "overlap"), ("pipeline", "overlap"), ("dependent", "overlap"), ("double", "overlap"),
    ("overlap", "measure"),
]

# What is in the way and not wanted: a dashed frame, and the arrow to it as well.
UNWANTED = {"barrier"}
WIDE = {"overlap"}

TITLES = ("A map of the whole: what needs what", "全局图：什么需要什么")
UNWANTED_NOTE = ("dashed: an order that nobody asked for", "虚线：没有人要求的次序")

LEFT, COLUMN, WIDTH = 92, 178, 158
TOP, ROW, HEIGHT = 40, 104, 54


def boxes():
    for y, (_, row) in enumerate(ROWS):
        for x, entry in enumerate(row):
            if entry:
                name = entry[0]
                width = WIDTH + (2 * COLUMN if name in WIDE else 0)
                yield name, entry, (LEFT + x * COLUMN, TOP + y * ROW, width)


def ends(a, b):
    """Where the arrow leaves box a and meets box b: sideways in a row, downwards between rows."""
    (ax, ay, aw), (bx, by, bw) = a, b
    if ay == by:
        middle = ay + HEIGHT / 2
        return (ax + aw, middle, bx, middle) if ax < bx else (ax, middle, bx + bw, middle)
    # Above a wide box straight down; otherwise from centre to centre.
    to = ax + aw / 2 if bx <= ax + aw / 2 <= bx + bw else min(max(ax, bx + 20), bx + bw - 20)
    if bw == WIDTH:
        to = bx + bw / 2
    return ax + aw / 2, ay + HEIGHT, to, by


def drawn(language):
    at = {name: place for name, _, place in boxes()}
    width, height = LEFT + 5 * COLUMN + 8, TOP + len(ROWS) * ROW
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="14">',
        f"<title>{TITLES[language]}</title>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" '
        'markerHeight="8" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#555"/>'
        "</marker></defs>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for y, (words, _) in enumerate(ROWS):
        svg.append(f'<text x="10" y="{TOP + y * ROW + HEIGHT / 2 + 5:g}" font-weight="bold" '
                   f'fill="#333">{words[language]}</text>')
    for a, b in ARROWS:
        x1, y1, x2, y2 = ends(at[a], at[b])
        dash = ' stroke-dasharray="5 4"' if b in UNWANTED else ""
        svg.append(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="#555" stroke-width="1.5"{dash} '
                   'marker-end="url(#tip)"/>')
    for name, (_, chapters, words), (x, y, w) in boxes():
        dash = ' stroke-dasharray="5 4"' if name in UNWANTED else ""
        svg.append(f'<rect x="{x}" y="{y}" width="{w}" height="{HEIGHT}" rx="6" fill="#eef3fb" '
                   f'stroke="#3b6ea5" stroke-width="1.5"{dash}/>')
        first = y + (22 if chapters else 32)
        svg.append(f'<text x="{x + w / 2:g}" y="{first}" text-anchor="middle" fill="#111">'
                   f"{words[language]}</text>")
        if chapters:
            svg.append(f'<text x="{x + w / 2:g}" y="{y + 42}" text-anchor="middle" font-size="12" '
                       f'fill="#3b6ea5">{chapters}</text>')
    svg.append(f'<text x="{LEFT}" y="22" font-size="12" fill="#555">{UNWANTED_NOTE[language]}</text>')
    return "\n".join(svg) + "\n</svg>\n"


def main():
    docs = pathlib.Path(sys.argv[1])
    stale = []
    for i, language in enumerate(LANGUAGES):
        path = docs / language / "knowledge-map.svg"
        if "--check" not in sys.argv:
            path.write_text(drawn(i), "utf-8")
        elif not path.is_file() or path.read_text("utf-8") != drawn(i):
            stale.append(f"{path}: not what the table gives; run docs/knowledge_map.py docs")
    print("\n".join(stale) if stale else "the maps are up to date")
    return bool(stale)


sys.exit(main())
