"use strict";
// Draws each picture anew for the width of its page, and lets it be looked at: zoom, hover, keys.
// Without this script the picture that stands in the page stays. Layout as in common/timeline/svg.cpp.
(() => {
    const words = JSON.parse(document.getElementById("words").textContent);
    const SIGNS = new Set(["record", "event-wait"]);
    const HOST_ORDER = ["work", "call", "wait"];
    const TRACK = 14, LANE_GAP = 6, TITLE = 20, MEASURE = 18, LINE = 17, PANEL_GAP = 14;
    const MOST_ARROWS = 400, PAGE = 200;

    const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

    function element(name, attributes = {}, text = null) {
        const made = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        if (text !== null) made.textContent = text;
        return made;
    }

    function html(name, attributes = {}, text = null) {
        const made = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        if (text !== null) made.textContent = text;
        return made;
    }

    /** Three digits and a unit, as in the terminal. */
    function readable(ns) {
        const units = [["ns", 1], ["µs", 1e3], ["ms", 1e6], ["s", 1e9]];
        const [unit, size] = units.findLast(([, each]) => ns >= each) ?? units[0];
        const value = ns / size;
        const digits = unit === "ns" || value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return `${value.toFixed(digits)} ${unit}`;
    }

    const pen = document.createElement("canvas").getContext("2d");
    pen.font = '600 12px system-ui, "Noto Sans CJK SC", sans-serif';
    const textWidth = (text) => pen.measureText(text).width;

    function ticks(start, length, pixels, apart) {
        let step = 1;
        for (let i = 0; step * pixels < length * apart; ++i) step = i % 3 === 1 ? step / 2 * 5 : step * 2;
        const units = [["ns", 1], ["µs", 1e3], ["ms", 1e6], ["s", 1e9]];
        const [unit, size] = units.findLast(([, each]) => start + length >= each) ?? units[0];
        const marks = [];
        for (let t = Math.ceil(start / step) * step; t <= start + length; t += step) {
            marks.push([t, String(Number((t / size).toFixed(9)))]);
        }
        return { unit, marks };
    }

    /** An operation of the data as an object. */
    const operation = ([look, start, end, name, number, stream, bytes, memory, where, diagnosis]) =>
        ({ look, start, end, name, number, stream, bytes, memory, where, diagnosis });

    /** " 3" behind the name of what is counted. */
    const numbered = (op) => (op.number === null || op.number === undefined ? "" : ` ${op.number}`);

    const placeOf = (panel, number) => panel.places.find((place) => place.number === number);

    /** Marks that can be seen, those too small and too near to be told apart as one. */
    function runsOf(lane, view, plot) {
        const scale = plot / (view.end - view.start);
        const groups = new Map();
        lane.marks.forEach((op, index) => {
            if (op.end < view.start || op.start > view.end) return;
            const from = Math.max(-2, (op.start - view.start) * scale);
            const to = Math.min(plot + 2, (op.end - view.start) * scale);
            const kind = lane.kind === "host" ? HOST_ORDER.indexOf(op.look)
                : SIGNS.has(op.look) ? op.look : 0;
            const key = `${kind} ${lane.trackOf(index)}`;
            if (!groups.has(key)) groups.set(key, []);
            const runs = groups.get(key);
            const last = runs[runs.length - 1];
            const narrow = to - from < 2;
            if (narrow && last?.open && from - last.to < 1) {
                last.covered += to - Math.max(last.to, from);
                last.to = Math.max(last.to, to);
                last.count += 1;
                last.mixed ||= last.op.look !== op.look;
                last.diagnosis ||= op.diagnosis;
            } else {
                runs.push({ op, index, count: 1, from, to, covered: to - from, open: narrow,
                            mixed: false, diagnosis: op.diagnosis });
            }
        });
        const order = (key) => (key.startsWith("-") ? 99 : Number.parseInt(key, 10) || 0);
        return [...groups.entries()].sort((a, b) => order(a[0]) - order(b[0])).flatMap(([, runs]) => runs);
    }

    class Timeline {
        constructor(figure) {
            this.figure = figure;
            this.view = figure.querySelector(".tl-view");
            this.status = figure.querySelector(".tl-status");
            this.read(JSON.parse(figure.querySelector(".tl-data").textContent));
            this.range = { start: 0, end: this.span };
            this.focus = null;
            this.withStreams = true;
            figure.classList.add("live");
            const still = this.view.querySelector("svg");
            this.svg = element("svg", { class: "timeline", role: "img",
                "aria-labelledby": still.getAttribute("aria-labelledby") });
            this.svg.append(...still.querySelectorAll(":scope > title, :scope > desc"));
            this.paint = element("g", { "aria-hidden": "true" });
            this.svg.append(this.paint);
            this.tip = html("div", { class: "tl-tip" });
            this.tip.hidden = true;
            this.view.replaceChildren(this.svg, this.tip);
            const help = figure.querySelector(".tl-help");
            help.hidden = false;
            this.view.tabIndex = 0;
            this.view.setAttribute("role", "application");
            this.view.setAttribute("aria-label", figure.querySelector("figcaption").textContent);
            this.view.setAttribute("aria-describedby", help.id);
            this.listen();
            this.draw();
        }

        read(data) {
            this.span = data.span;
            this.panels = data.panels.map((panel) => {
                const all = panel.operations.map(operation);
                const lanes = panel.lanes.map((lane) => ({ ...lane,
                    marks: lane.marks.map((index) => all[index]),
                    trackOf: (index) => lane.track?.[index] ?? 0 }));
                const waits = new Map();
                for (const [lane, mark, toLane, toMark] of panel.arrows) {
                    const to = lanes[toLane].marks[toMark];
                    if (!waits.has(to)) waits.set(to, []);
                    waits.get(to).push(lanes[lane].marks[mark]);
                }
                return { ...panel, lanes, operations: all, waits };
            });
        }

        // ---- drawing --------------------------------------------------------------------------

        get lanesShown() { return (panel) => panel.lanes.filter((l) => this.withStreams || l.kind !== "stream"); }

        draw(width = this.view.clientWidth - 12) {
            this.width = Math.max(280, width);
            const labels = this.panels.flatMap((p) => this.lanesShown(p)).map((l) => textWidth(l.label) + 14);
            this.label = Math.min(Math.max(50, ...labels), this.width * 0.28, 190);
            this.busy = this.width < 480 ? 36 : 50;
            this.plot = this.width - this.label - this.busy;
            this.y = 0;
            this.drawn = [];
            this.paint.replaceChildren();
            this.paint.append(element("rect", { class: "paper", width: "100%", height: "100%" }));
            const clip = `${this.figure.id}-clip`;
            const defs = element("clipPath", { id: clip });
            const clipRect = element("rect", { x: this.label, y: 0, width: this.plot });
            defs.append(clipRect);
            this.grid = element("g");
            this.paint.append(defs, this.grid);
            this.clip = `url(#${clip})`;
            for (const [index, panel] of this.panels.entries()) this.drawPanel(panel, index);
            this.drawAxis();
            this.drawLegend();
            clipRect.setAttribute("height", this.y);
            this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.y}`);
            this.svg.setAttribute("width", this.width);
            this.svg.setAttribute("height", this.y);
            this.overlay = element("g", { "clip-path": this.clip });
            this.paint.append(this.overlay);
            this.drawFocus();
            this.enableButtons();
        }

        x(t) { return this.label + (t - this.range.start) / (this.range.end - this.range.start) * this.plot; }

        text(x, y, kind, text, parent = this.paint) {
            parent.append(element("text", { class: kind, x: x.toFixed(1), y: y.toFixed(1) }, text));
        }

        /** The label, shortened to the room that a narrow page leaves. */
        fitted(text, room) {
            if (textWidth(text) <= room) return text;
            let cut = text;
            while (cut.length > 1 && textWidth(cut) + 8 > room) cut = cut.slice(0, -1);
            return `${cut}…`;
        }

        /** The lane's label, without what a stream is called in the program where that does not fit. */
        labelOf(lane, room) {
            if (textWidth(lane.label) <= room) return lane.label;
            const isLegacy = lane.kind === "stream" && lane.marks[0]?.stream === 0;
            return this.fitted(isLegacy ? words.legacy_short : lane.label.replace(/ \(.*\)$/, ""), room);
        }

        drawPanel(panel, index) {
            this.text(0, this.y + 14, "title", this.fitted(panel.title, this.width));
            this.y += TITLE;
            this.drawMeasure(panel);
            this.y += MEASURE;
            const middles = new Map();
            const badges = new Map();
            const area = element("g", { "clip-path": this.clip });
            this.paint.append(area);
            for (const lane of this.lanesShown(panel)) {
                this.drawLane(panel, index, lane, area, badges);
                middles.set(lane, this.y - (LANE_GAP + TRACK * lane.tracks) / 2);
            }
            this.drawArrows(panel, index, middles, area);
            for (const [number, [x, y]] of badges) this.badge(x, y, number, area);
            if (panel.left_out > 0) {
                this.text(8, this.y + 12, "label", `+ ${panel.left_out} ${words.more_streams}`);
                this.y += LINE;
            }
            panel.places.forEach((place) => {
                this.badge(9, this.y + 9, place.number, this.paint);
                const full = place.where ? `${place.name}: ${place.where}` : place.name;
                const fits = textWidth(full) <= this.width - 24;
                this.text(22, this.y + 13, "place", this.fitted(fits ? full : place.name, this.width - 24));
                this.y += LINE;
            });
            this.y += PANEL_GAP;
        }

        drawMeasure(panel) {
            const [start, end] = panel.measured;
            const y = this.y + 9;
            if (end <= start) {
                this.text(this.label, y + 4, "label", panel.note || words.nothing);
                return;
            }
            const left = this.label, right = this.label + this.plot;
            const from = Math.min(Math.max(left, this.x(start)), right);
            const to = Math.max(from + 1, Math.min(right, this.x(end)));
            this.paint.append(element("path", { class: "measure",
                d: `M${from} ${y - 4}v8m0 -4H${to}m0 -4v8` }));
            this.text(this.width - 2, y + 4, "label end", words.busy);
            const elapsed = readable(end - start) + (panel.note ? `, ${panel.note}` : "");
            const room = textWidth(elapsed) + 16;
            if (room < to - from) this.text((from + to) / 2, y + 4, "elapsed middle", elapsed);
            else if (to + room < this.width) this.text(to + 6, y + 4, "elapsed", elapsed);
            else this.text(this.width, y - 12, "elapsed end", elapsed);
        }

        drawLane(panel, panelIndex, lane, area, badges) {
            const height = LANE_GAP + TRACK * lane.tracks;
            const top = this.y + LANE_GAP / 2;
            const room = this.label - 10;
            this.text(4, this.y + height / 2 + 4, "label", this.labelOf(lane, room));
            area.append(element("rect", { class: "lane", x: this.label, y: top, width: this.plot,
                height: TRACK * lane.tracks }));
            for (const run of runsOf(lane, this.range, this.plot)) {
                this.drawRun(panel, panelIndex, lane, run, top + TRACK * lane.trackOf(run.index), area);
                if (run.diagnosis && !badges.has(run.diagnosis)) {
                    badges.set(run.diagnosis, [Math.max(this.label + 7, this.label + run.from - 8),
                        this.y + height / 2]);
                }
            }
            if (lane.busy !== undefined) {
                this.text(this.width - 2, this.y + height / 2 + 4, "label end", `${Math.round(lane.busy * 100)} %`);
            }
            this.y += height;
        }

        drawRun(panel, panelIndex, lane, run, y, area) {
            const { look } = run.op;
            const found = run.diagnosis ? " found" : "";
            const x = this.label + run.from;
            let made;
            if (SIGNS.has(look)) {
                const d = look === "record" ? `M${x - 3} ${y}h6l-3 6z` : `M${x - 3} ${y + TRACK}h6l-3 -6z`;
                made = element("path", { class: `${look}${found} hit`, d });
            } else {
                const width = Math.max(1, run.to - run.from);
                made = element("rect", { class: `mark ${run.mixed ? "mixed" : look}${found} hit`,
                    x: x.toFixed(2), y, width: width.toFixed(2), height: TRACK });
                if (run.count > 1) {
                    const busy = Math.min(1, run.covered / Math.max(0.01, run.to - run.from));
                    made.setAttribute("opacity", (0.35 + 0.65 * busy).toFixed(2));
                }
            }
            made.place = { panel: panelIndex, lane: panel.lanes.indexOf(lane), mark: run.index, count: run.count };
            area.append(made);
            this.drawn.push({ ...made.place, x, y, width: Math.max(2, run.to - run.from) });
            const number = run.op.number;
            if (run.count === 1 && number !== null && number !== undefined && !SIGNS.has(look)) {
                const left = Math.max(run.from, 0), right = Math.min(run.to, this.plot);
                if (textWidth(String(number)) + 4 <= right - left) {
                    this.text(this.label + (left + right) / 2, y + TRACK - 3.5, "number middle", String(number), area);
                }
            }
        }

        drawArrows(panel, panelIndex, middles, area) {
            const visible = panel.arrows.filter(([, , lane, mark]) => {
                const to = panel.lanes[lane].marks[mark];
                return to.end >= this.range.start && to.start <= this.range.end;
            });
            if (visible.length > MOST_ARROWS) return;
            for (const [lane, mark, toLane, toMark] of visible) {
                this.arrow(panel, middles, lane, mark, toLane, toMark, area, "");
            }
            panel.middles = middles;
        }

        arrow(panel, middles, lane, mark, toLane, toMark, parent, more) {
            // Without the lanes of streams an arrow joins those of engines.
            const at = (laneIndex, op) => {
                if (middles.has(panel.lanes[laneIndex])) return middles.get(panel.lanes[laneIndex]);
                const shown = [...middles.keys()].find((l) => l.marks.includes(op));
                return shown && middles.get(shown);
            };
            const from = panel.lanes[lane].marks[mark], to = panel.lanes[toLane].marks[toMark];
            const y1 = at(lane, from), y2 = at(toLane, to);
            if (y1 === undefined || y2 === undefined) return;
            const x1 = this.x(from.end), x2 = this.x(Math.min(Math.max(from.end, to.start), to.end));
            const reach = Math.min(30, Math.max(6, Math.abs(x2 - x1) / 2));
            parent.append(element("path", { class: `arrow${to.diagnosis ? " found" : ""}${more}`,
                d: `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}m-5 -3l5 3l-5 3` }));
        }

        badge(x, y, number, parent) {
            parent.append(element("circle", { class: "badge", cx: x, cy: y, r: 7 }));
            this.text(x, y + 3.5, "badge-text middle", String(number), parent);
        }

        drawAxis() {
            const { unit, marks } = ticks(this.range.start, this.range.end - this.range.start, this.plot,
                this.width < 480 ? 42 : 60);
            this.paint.append(element("path", { class: "axis", d: `M${this.label} ${this.y}h${this.plot}` }));
            for (const [t, label] of marks) {
                const x = this.x(t);
                this.grid.append(element("path", { class: "grid", d: `M${x} ${TITLE}V${this.y + 4}` }));
                this.text(x, this.y + 16, "tick middle", label);
            }
            this.text(4, this.y + 16, "tick", unit);
            this.y += 24;
        }

        drawLegend() {
            const seen = new Set(this.panels.flatMap((p) => p.operations.map((op) => op.look)));
            let x = 4;
            const entry = (word, draw) => {
                const width = 22 + textWidth(word) + 12;
                if (x + width > this.width && x > 4) { x = 4; this.y += LINE; }
                this.paint.append(draw(x, this.y));
                this.text(x + 22, this.y + 12, "label", word);
                x += width;
            };
            for (const look of Object.keys(words.looks)) {
                if (!seen.has(look)) continue;
                entry(words.looks[look], (at, y) => SIGNS.has(look)
                    ? element("path", { class: look, d: look === "record" ? `M${at + 6} ${y + 5}h6l-3 6z` : `M${at + 6} ${y + 11}h6l-3 -6z` })
                    : element("rect", { class: `mark ${look}`, x: at, y: y + 3, width: 18, height: 10 }));
            }
            if (this.panels.some((p) => p.arrows.length > 0)) {
                entry(words.waits_for, (at, y) => element("path", { class: "arrow",
                    d: `M${at} ${y + 8}h16m-5 -3l5 3l-5 3` }));
            }
            this.y += LINE + 3;
        }

        // ---- looking at it --------------------------------------------------------------------

        describe({ panel, lane, mark, count = 1 }) {
            const here = this.panels[panel];
            const op = here.lanes[lane].marks[mark];
            if (count > 1) return fill(words.crowd, { count });
            const lines = [`${op.name || words.looks[op.look]}${numbered(op)}: ${readable(op.end - op.start)}`];
            lines.push(fill(words.from_to, { from: readable(op.start), to: readable(op.end) }));
            if (op.stream !== null && op.stream !== undefined) {
                lines.push(op.stream === 0 ? words.legacy : `${words.stream} ${op.stream}`);
            }
            if (op.bytes) {
                const rate = op.end > op.start ? `, ${(op.bytes / (op.end - op.start)).toFixed(1)} GB/s` : "";
                const memory = op.memory ? `, ${words[`memory_${op.memory}`] ?? op.memory}` : "";
                lines.push(`${op.bytes.toLocaleString()} ${words.bytes}${rate}${memory}`);
            }
            if (op.where) lines.push(op.where);
            const waits = here.waits.get(op);
            if (waits) {
                const list = waits.map((w) => `${w.name}${numbered(w)}`).join(", ");
                lines.push(fill(words.waits_for_list, { list }));
            }
            if (op.diagnosis) lines.push(`${op.diagnosis} ${placeOf(here, op.diagnosis)?.name ?? ""}`);
            return lines.join("\n");
        }

        highlight(place) {
            this.overlay.replaceChildren();
            if (!place) return;
            const panel = this.panels[place.panel];
            const op = panel.lanes[place.lane].marks[place.mark];
            for (const [lane, mark, toLane, toMark] of panel.arrows) {
                if (panel.lanes[lane].marks[mark] === op || panel.lanes[toLane].marks[toMark] === op) {
                    this.arrow(panel, panel.middles ?? new Map(), lane, mark, toLane, toMark, this.overlay, " hot");
                }
            }
        }

        showTip(place, x, y) {
            this.tip.textContent = this.describe(place);
            this.tip.hidden = false;
            const room = this.view.clientWidth - this.tip.offsetWidth - 6;
            this.tip.style.left = `${Math.max(4, Math.min(x + 12, room))}px`;
            const below = y + 16;
            const fits = below + this.tip.offsetHeight < this.view.clientHeight;
            this.tip.style.top = `${fits ? below : Math.max(2, y - this.tip.offsetHeight - 10)}px`;
            this.highlight(place);
        }

        hideTip() {
            this.tip.hidden = true;
            if (!this.focus) this.highlight(null);
        }

        boxOf(place) {
            return this.drawn.findLast((d) => d.panel === place.panel && d.lane === place.lane &&
                d.mark <= place.mark && place.mark < d.mark + d.count);
        }

        drawFocus() {
            if (!this.focus) return;
            this.highlight(this.focus);
            const box = this.boxOf(this.focus);
            if (!box) return;
            this.overlay.append(element("rect", { class: "focus", x: box.x - 2, y: box.y - 2,
                width: box.width + 4, height: TRACK + 4, rx: 2 }));
            this.showTip({ ...this.focus }, box.x + Math.min(box.width, 60), box.y + TRACK);
            this.overlay.append(element("rect", { class: "focus", x: box.x - 2, y: box.y - 2,
                width: box.width + 4, height: TRACK + 4, rx: 2 }));
        }

        setFocus(place) {
            this.focus = place;
            const op = this.panels[place.panel].lanes[place.lane].marks[place.mark];
            const length = this.range.end - this.range.start;
            if (op.start < this.range.start || op.end > this.range.end) {
                this.show(Math.max(0, (op.start + op.end) / 2 - length / 2), length);
            } else {
                this.draw(this.width);
            }
            const lane = this.panels[place.panel].lanes[place.lane];
            this.status.textContent = this.panels[place.panel].title + words.comma + lane.label +
                words.colon + this.describe(place).replaceAll("\n", words.semicolon);
        }

        /** The operation at about the same time in the next lane that has any, across panels. */
        neighbour(step) {
            const rows = this.panels.flatMap((panel, p) => panel.lanes.map((lane, l) => ({ panel: p, lane: l, row: lane })))
                .filter(({ row }) => row.marks.length > 0 && (this.withStreams || row.kind !== "stream"));
            const at = rows.findIndex((r) => r.panel === this.focus.panel && r.lane === this.focus.lane);
            const next = rows[Math.min(Math.max(0, at + step), rows.length - 1)];
            const t = rows[at].row.marks[this.focus.mark].start;
            let mark = next.row.marks.findIndex((op) => op.end >= t);
            if (mark < 0) mark = next.row.marks.length - 1;
            return { panel: next.panel, lane: next.lane, mark };
        }

        first() {
            for (const [panel, each] of [...this.panels.entries()].reverse()) {
                const lane = each.lanes.findIndex((l) => l.marks.length > 0 && l.kind !== "host");
                if (lane >= 0) return { panel, lane, mark: 0 };
            }
            return null;
        }

        key(event) {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            if (along || across || event.key === "Home" || event.key === "End") {
                event.preventDefault();
                if (!this.focus) {
                    const start = this.first();
                    if (start) this.setFocus(start);
                    return;
                }
                if (across) { this.setFocus(this.neighbour(across)); return; }
                const last = this.panels[this.focus.panel].lanes[this.focus.lane].marks.length - 1;
                const mark = event.key === "Home" ? 0 : event.key === "End" ? last
                    : Math.min(Math.max(0, this.focus.mark + along), last);
                this.setFocus({ ...this.focus, mark });
            } else if (event.key === "+" || event.key === "=") { this.zoom(2); }
            else if (event.key === "-") { this.zoom(0.5); }
            else if (event.key === "0") { this.show(0, this.span); }
            else if (event.key === "Escape") {
                this.focus = null;
                this.status.textContent = "";
                this.draw(this.width);
                this.hideTip();
            } else { return; }
            event.preventDefault();
        }

        show(start, length) {
            const size = Math.min(this.span, Math.max(20, length));
            const from = Math.min(Math.max(0, start), this.span - size);
            this.range = { start: from, end: from + size };
            this.draw(this.width);
        }

        zoom(factor, centre = null) {
            const length = this.range.end - this.range.start;
            let middle = centre ?? (this.range.start + this.range.end) / 2;
            if (centre === null && this.focus) {
                const op = this.panels[this.focus.panel].lanes[this.focus.lane].marks[this.focus.mark];
                middle = (op.start + op.end) / 2;
            }
            const share = (middle - this.range.start) / length;
            this.show(middle - length / factor * (centre === null ? 0.5 : share), length / factor);
        }

        enableButtons() {
            const length = this.range.end - this.range.start;
            const set = (what, off) => { this.figure.querySelector(`[data-do=${what}]`).disabled = off; };
            set("out", length >= this.span);
            set("all", length >= this.span);
            set("in", length <= 20);
        }

        goTo(panelIndex, number) {
            const panel = this.panels[panelIndex];
            for (const [lane, each] of panel.lanes.entries()) {
                const mark = each.marks.findIndex((op) => op.diagnosis === number);
                if (mark >= 0) {
                    this.setFocus({ panel: panelIndex, lane, mark });
                    this.view.focus();
                    return;
                }
            }
            const place = placeOf(panel, number);
            this.status.textContent = `${place.name} ${place.where}`;
        }

        listen() {
            const bar = this.figure.querySelector(".tl-bar");
            bar.hidden = false;
            bar.addEventListener("click", ({ target }) => {
                const button = target.closest("button");
                if (!button) return;
                const what = button.dataset.do;
                if (what === "in") this.zoom(2);
                if (what === "out") this.zoom(0.5);
                if (what === "all") this.show(0, this.span);
                if (what === "place") this.goTo(Number(button.dataset.panel), Number(button.dataset.place));
            });
            bar.addEventListener("change", ({ target }) => {
                this.withStreams = target.checked;
                if (this.focus && !this.withStreams &&
                    this.panels[this.focus.panel].lanes[this.focus.lane].kind === "stream") this.focus = null;
                this.draw(this.width);
            });
            this.view.addEventListener("keydown", (event) => this.key(event));
            this.view.addEventListener("pointermove", (event) => this.move(event));
            this.view.addEventListener("pointerleave", () => this.hideTip());
            this.view.addEventListener("pointerdown", (event) => this.press(event));
            this.view.addEventListener("pointerup", () => { this.drag = null; });
            this.view.addEventListener("pointercancel", () => { this.drag = null; });
            this.view.addEventListener("dblclick", (event) => this.zoom(3, this.time(event)));
            this.view.addEventListener("wheel", (event) => {
                if (!event.ctrlKey) return;
                event.preventDefault();
                this.zoom(event.deltaY < 0 ? 1.5 : 1 / 1.5, this.time(event));
            }, { passive: false });
            // The caption is as wide as the picture, and drawing does not change it.
            new ResizeObserver(() => {
                if (this.view.clientWidth - 12 !== this.width) this.draw();
            }).observe(this.figure.querySelector("figcaption"));
            window.addEventListener("beforeprint", () => { this.hideTip(); this.draw(960); });
            window.addEventListener("afterprint", () => this.draw());
            const details = this.figure.querySelector(".tl-table");
            details.addEventListener("toggle", () => { if (details.open) this.listOperations(); }, { once: true });
        }

        time(event) {
            const x = event.clientX - this.svg.getBoundingClientRect().left - this.label;
            return this.range.start + x / this.plot * (this.range.end - this.range.start);
        }

        move(event) {
            // Let go outside of the window, where nobody tells this page.
            if (event.buttons === 0) this.drag = null;
            if (this.drag) {
                const shift = (this.drag.x - event.clientX) / this.plot * (this.range.end - this.range.start);
                this.show(this.drag.start + shift, this.range.end - this.range.start);
                return;
            }
            const { place } = event.target;
            if (!place) { this.hideTip(); return; }
            const box = this.view.getBoundingClientRect();
            this.showTip(place, event.clientX - box.left, event.clientY - box.top);
        }

        press(event) {
            if (event.target.place && event.pointerType !== "mouse") this.move(event);
            if (this.range.end - this.range.start < this.span) {
                this.drag = { x: event.clientX, start: this.range.start };
                this.hideTip();
            }
        }

        // ---- as a table -----------------------------------------------------------------------

        listOperations() {
            const into = this.figure.querySelector(".tl-operations");
            for (const panel of this.panels) {
                const rows = panel.lanes.filter((l) => l.kind !== "stream" || l.marks.some((op) => SIGNS.has(op.look)))
                    .flatMap((lane) => lane.marks.filter((op) => lane.kind !== "stream" || SIGNS.has(op.look))
                        .map((op) => [lane.label, op]))
                    .sort((a, b) => a[1].start - b[1].start);
                if (rows.length > 0) into.append(this.pagedTable(panel, rows));
            }
        }

        pagedTable(panel, rows) {
            const whole = html("div");
            const table = html("table");
            const scroll = html("div", { class: "scroll" });
            scroll.append(table);
            const earlier = html("button", { type: "button" }, words.earlier);
            const later = html("button", { type: "button" }, words.later);
            const which = html("span", { class: "faint" });
            const bar = html("div", { class: "tl-bar" });
            bar.append(earlier, later, which);
            let from = 0;
            const show = () => {
                const to = Math.min(rows.length, from + PAGE);
                table.replaceChildren(html("caption", {}, fill(words.list_operations, { panel: panel.title })));
                const head = table.createTHead().insertRow();
                for (const [name, kind] of [[words.lane, ""], [words.operations, ""], [words.stream, "n"],
                    [words.start, "n"], [words.duration, "n"], [words.bytes, "n"], [words.where, ""]]) {
                    head.append(html("th", { scope: "col", class: kind }, name));
                }
                const body = table.createTBody();
                for (const [lane, op] of rows.slice(from, to)) {
                    const row = body.insertRow();
                    row.append(html("th", { scope: "row" }, lane));
                    row.append(html("td", {}, `${op.name || words.looks[op.look]}${numbered(op)}`));
                    row.append(html("td", { class: "n" }, op.stream ?? ""));
                    row.append(html("td", { class: "n" }, readable(op.start)));
                    row.append(html("td", { class: "n" }, readable(op.end - op.start)));
                    row.append(html("td", { class: "n" }, op.bytes ? op.bytes.toLocaleString() : ""));
                    row.append(html("td", {}, op.where ?? ""));
                }
                earlier.disabled = from === 0;
                later.disabled = to === rows.length;
                which.textContent = fill(words.shown_of, { from: from + 1, to, count: rows.length });
            };
            earlier.addEventListener("click", () => { from -= PAGE; show(); });
            later.addEventListener("click", () => { from += PAGE; show(); });
            show();
            whole.append(scroll);
            if (rows.length > PAGE) whole.append(bar);
            return whole;
        }
    }

    for (const figure of document.querySelectorAll("figure.tl")) new Timeline(figure);
})();
