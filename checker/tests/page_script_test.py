"""page_script_test.py ROOT BUILD: the script of a timeline's page, in a real browser.

Keys, pointer, buttons, the table, other widths, other colours, and very many operations. Skipped
where there is no Chromium.
"""

import json
import pathlib
import sys
import tempfile

from real_course import BAD, Course
import browser

ROOT, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
DATA = '<script type="application/json" class="tl-data">'
STATUS = "document.querySelector('.tl-status').textContent"
TIP = "document.querySelector('.tl-tip')"
MARKS = "document.querySelectorAll('.tl-view .mark').length"
SPAN = "document.querySelectorAll('.tl-view .tick').length > 0 && [...document.querySelectorAll(" \
       "'.tl-view .tick')].map((each) => each.textContent).join(' ')"


def test_keys_lead_from_operation_to_operation(page):
    page.value("document.querySelector('.tl-view').focus()")
    page.press("ArrowRight")
    first = page.value(STATUS)
    assert "yours, H2D: cudaMemcpyAsync 0: " in first and "labs" not in first, first
    assert page.value(f"!{TIP}.hidden && {TIP}.textContent.includes('bytes, ')")
    page.press("ArrowRight")
    assert "cudaMemcpyAsync 1: " in page.value(STATUS)
    page.press("End")
    assert "cudaMemcpyAsync 7: " in page.value(STATUS)
    page.press("ArrowRight")
    assert "cudaMemcpyAsync 7: " in page.value(STATUS), "there is nothing after the last"
    page.press("Home", "ArrowDown")
    assert "yours, compute: " in page.value(STATUS), page.value(STATUS)
    page.press("Escape")
    assert page.value(STATUS) == "" and page.value(f"{TIP}.hidden")


def test_zoom_by_keys_buttons_and_pointer(page):
    whole = page.value(SPAN)
    assert page.value("document.querySelector('[data-do=all]').disabled")
    page.value("document.querySelector('.tl-view').focus()")
    page.press("+")
    nearer = page.value(SPAN)
    assert nearer != whole
    assert not page.value("document.querySelector('[data-do=all]').disabled")
    page.press("-")
    assert page.value(SPAN) == whole
    page.value("document.querySelector('[data-do=in]').click()")
    assert page.value(SPAN) == nearer
    x, y = page.value("(() => { const box = document.querySelector('.tl-view').getBoundingClientRect();"
                      " return [box.left + box.width / 2, box.top + box.height / 2]; })()")
    page.mouse("Pressed", x, y, button="left", buttons=1)
    page.mouse("Moved", x - 150, y, button="left", buttons=1)
    page.mouse("Released", x - 150, y, button="left")
    moved = page.value(SPAN)
    assert moved not in (nearer, whole)
    page.mouse("Moved", x + 90, y)
    assert page.value(SPAN) == moved, "it moves only while the button is held"
    # Let go outside of the window, where no page is told.
    page.mouse("Pressed", x, y, button="left", buttons=1)
    page.value("document.querySelector('.tl-view').dispatchEvent(new PointerEvent('pointermove',"
               " {clientX: 9, clientY: 9, buttons: 0, bubbles: true}))")
    assert page.value(SPAN) == moved, "a button that was let go elsewhere holds nothing"
    page.mouse("Released", x, y, button="left")
    page.press("0")
    assert page.value(SPAN) == whole


def test_the_pointer_shows_what_it_is_on(page):
    x, y = page.value("(() => { const box = document.querySelectorAll('.tl-view .kernel.hit')[0]"
                      ".getBoundingClientRect(); return [box.left + 3, box.top + 5]; })()")
    page.mouse("Moved", x, y)
    assert "GB/s" not in page.value(f"{TIP}.textContent")
    assert page.value(f"!{TIP}.hidden && {TIP}.textContent.includes(' µs to ')")
    box = page.value(f"(() => {{ const t = {TIP}.getBoundingClientRect(),"
                     " v = document.querySelector('.tl-view').getBoundingClientRect();"
                     " return [t.left - v.left, v.right - t.right, t.top - v.top, v.bottom - t.bottom]; })()")
    assert min(box) >= 0, f"the tip is cut: {box}"
    page.mouse("Moved", 2, 2)
    assert page.value(f"{TIP}.hidden")


def test_a_diagnosed_place_is_gone_to(page):
    page.value("document.querySelector('[data-do=place]').click()")
    assert "1 sync-in-loop" in page.value(STATUS), page.value(STATUS)
    assert page.value("document.activeElement.className") == "tl-view"


def test_streams_are_left_out_on_demand(page):
    before = page.value(MARKS)
    page.value("document.querySelector('.tl-bar input').click()")
    assert 0 < page.value(MARKS) < before
    page.value("document.querySelector('.tl-bar input').click()")
    assert page.value(MARKS) == before


def test_the_table_lists_all_operations(page):
    page.value("document.querySelector('.tl-table summary').click()")
    page.until("document.querySelectorAll('.tl-operations tbody tr').length > 40")
    assert page.value("document.querySelector('.tl-operations caption').textContent").startswith(
        "Operations of one step after the other")


def test_a_narrow_page_and_a_dark_one(page):
    light = page.value("getComputedStyle(document.body).backgroundColor")
    page.screen(390, 844, "dark")
    page.until("Number(document.querySelector('.tl-view svg').getAttribute('width')) < 390")
    assert page.value("document.documentElement.scrollWidth") == 390
    assert page.value("getComputedStyle(document.body).backgroundColor") != light
    cut = page.value("[...document.querySelectorAll('.tl-view text')].filter((each) => {"
                     " const box = each.getBBox(), width = each.ownerSVGElement.viewBox.baseVal.width;"
                     " return !each.closest('[clip-path]') && (box.x < -1 || box.x + box.width > width + 1);"
                     " }).map((each) => each.textContent)")
    assert cut == [], cut


def with_operations(text, count):
    """The page as if `count` copies and kernels had run in each panel, one after the other."""
    before, rest = text.split(DATA, 1)
    data, after = rest.split("</script>", 1)
    data = json.loads(data)
    for panel in data["panels"]:
        panel["operations"] = [[("h2d", "kernel")[i % 2], 1000 * i, 1000 * i + 900, "work", i, 1, 64,
                                None, "lab.cu:1", None] for i in range(count)]
        copies, kernels = range(0, count, 2), range(1, count, 2)
        lane = {"tracks": 1, "busy": 0.5}
        panel["lanes"] = [{**lane, "label": "H2D", "kind": "h2d", "marks": [*copies]},
                          {**lane, "label": "compute", "kind": "compute", "marks": [*kernels]}]
        panel["arrows"] = [[0, i, 1, i] for i in range(len(kernels))]
        panel["measured"] = [0, 1000 * count]
    data["span"] = 1000 * count
    return before + DATA + json.dumps(data) + "</script>" + after


def test_ten_thousand_operations_stay_usable(page, text, folder):
    file = folder / "many.html"
    file.write_text(with_operations(text, 10_000), encoding="utf-8")
    page.open(file.as_uri())
    loaded = page.value("performance.getEntriesByType('navigation')[0].domComplete")
    # What is drawn depends on the pixels, not on the operations.
    assert 0 < page.value(MARKS) < 5_000, page.value(MARKS)
    page.value("document.querySelector('.tl-view').focus()")
    took = page.value(
        "(() => { const begin = performance.now(); for (const key of ['ArrowRight', '+', '+', '+', '+',"
        " '+', '+', 'End', 'ArrowLeft', '0']) document.querySelector('.tl-view').dispatchEvent("
        "new KeyboardEvent('keydown', {key, bubbles: true})); return performance.now() - begin; })()")
    assert "work 9996" in page.value(STATUS), page.value(STATUS)
    print(f"   ten thousand operations a panel: loaded in {loaded:.0f} ms, a key takes {took / 10:.0f} ms")


def main():
    with tempfile.TemporaryDirectory() as folder, browser.page() as page:
        folder = pathlib.Path(folder)
        file = folder / "bad.html"
        Course(folder, ROOT, BUILD).lab("timeline", "4", "--file", BAD, "-o", file.name)
        text = file.read_text(encoding="utf-8")
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                page.screen(1280, 900)
                page.open(file.as_uri())
                test(*[page, text, folder][:test.__code__.co_argcount])
                print("ok", name, flush=True)


main()
