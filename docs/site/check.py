"""check.py: the site that docs/site/build has made holds together.

- Every link leads to a page, and to a heading or a file that is there.
- In a browser, where there is Chromium: its search finds Chinese words and English ones, and no
  page is wider than a phone.

    check.py --pictures FOLDER     also leaves pictures of pages, as a phone and a desk show them

Prints each fault; exit status 1 when there is any.
"""

import functools
import html.parser
import http.server
import pathlib
import sys
import threading
import urllib.parse

SITE = pathlib.Path(__file__).resolve().parent
DIST = SITE / "dist"
sys.path.insert(0, str(SITE.parents[1] / "checker/tests"))

import browser  # noqa: E402

# What is searched for, and the page that has to come first; None: nothing is to be found.
SEARCHES = [
    ("zh-CN", "双缓冲", "10-double-buffering"),
    ("zh-CN", "页锁定", "02-pinned-memory"),
    ("zh-CN", "默认流", "05-default-stream"),
    ("zh-CN", "异步复制", "03-async-copy"),
    ("zh-CN", "cudaStreamWaitEvent", "07-event-ordering"),
    ("en", "double buffering", "10-double-buffering"),
    ("en", "pinned", "02-pinned-memory"),
    ("zh-CN", "冲缓双", None),
]
PICTURED = ("index", "04-streams", "10-double-buffering", "sayings", "seeing", "knowledge-map", "topics")
SCREENS = {"phone": (390, 844), "desk": (1280, 900)}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.add(attributes.get("id"))
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]


def check_links():
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(DIST.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or path.name == "404.html":
                continue
            place = urllib.parse.unquote(parts.path)
            target = DIST / place[1:] if place.startswith("/") else path.parent / place
            target = path if not place else target / "index.html" if place.endswith("/") else target
            target = target.resolve()
            if not target.is_file():
                yield f"{path.relative_to(DIST)}: {link} leads nowhere"
            elif target in pages and parts.fragment:
                if urllib.parse.unquote(parts.fragment) not in pages[target].ids:
                    yield f"{path.relative_to(DIST)}: {link}: there is no such heading"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def results(page, address, language, words):
    page.open(f"{address}/{language}/")
    page.until("!!document.querySelector('.DocSearch-Button, .VPNavBarSearch button')")
    page.press("/")
    page.until("!!document.querySelector('.search-input')")
    page.value("document.querySelector('.search-input').focus()")
    page.ask("Input.insertText", text=words)
    page.until("document.querySelectorAll('.results .result').length > 0"
               " || !!document.querySelector('.no-results')")
    return page.value("[...document.querySelectorAll('.results a.result')]"
                      ".map((one) => one.getAttribute('href'))")


def check_search(page, address):
    for language, words, wanted in SEARCHES:
        found = results(page, address, language, words)
        print(f"{words}: {len(found)} found, first {found[:1]}")
        first = found[0].split("#")[0] if found else None
        if first != (wanted and f"/{language}/{wanted}.html"):
            yield f"a search for {words} finds {found[:3]}, and {wanted or 'nothing'} was to come first"


def check_width(page, address):
    page.screen(*SCREENS["phone"])
    for path in sorted(DIST.glob("*/*.html")):
        name = path.relative_to(DIST)
        page.open(f"{address}/{name}")
        if (width := page.value("document.documentElement.scrollWidth")) > SCREENS["phone"][0]:
            yield f"{name} is {width} pixels wide on a phone"


def take_pictures(page, address, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for language in ("en", "zh-CN"):
        for name in PICTURED:
            for screen, size in SCREENS.items():
                for scheme in ("light", "dark"):
                    page.screen(*size, scheme)
                    page.open(f"{address}/{language}/{name}.html")
                    page.until("[...document.images].every((one) => one.complete)")
                    page.picture(folder / f"{language}-{name}-{screen}-{scheme}.png")


def in_browser(pictures):
    serve = functools.partial(Quiet, directory=str(DIST))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server, browser.page() as page:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        page.screen(1280, 900)
        faults = [*check_search(page, address), *check_width(page, address)]
        if pictures:
            take_pictures(page, address, pictures)
        server.shutdown()
    return faults


def main():
    pictures = pathlib.Path(sys.argv[2]) if sys.argv[1:2] == ["--pictures"] else None
    faults = [*check_links()]
    if browser.program():
        faults += in_browser(pictures)
    else:
        print("no Chromium here: the search was not looked at")
    print("\n".join(faults) if faults else "the site holds together")
    return bool(faults)


sys.exit(main())
