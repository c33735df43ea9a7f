// Pages mean here what they mean on GitHub: the same anchors, alerts in the reader's language, and
// files of the course that are no pages of the site by their names.

import { words } from "./words.js";

/** The fragment that GitHub gives to a heading; docs/check_pages.py has the same. */
const anchor = (title) =>
    title.trim().toLowerCase().replace(/[^\p{Letter}\p{Number} _-]/gu, "").replaceAll(" ", "-");

const languageOf = (env, languages) =>
    languages.find((language) => env.relativePath?.startsWith(`${language}/`)) ?? languages[0];

function sayAlerts(md, languages) {
    md.core.ruler.after("github-alerts", "alerts-in-language", (state) => {
        const labels = words[languageOf(state.env, languages)].alerts;
        for (const { type, meta } of state.tokens) {
            if (type === "github_alert_open") meta.title = labels[meta.type];
        }
    });
}

/** A contents page is the folder's own; a link out of docs/, such as ../../CONTRIBUTING.md, its text. */
function leadToPages(md) {
    md.core.ruler.push("lead-to-pages", (state) => {
        let isOutside = false;
        for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
            if (!token.type.startsWith("link_")) continue;
            const link = token.attrGet("href");
            if (link) isOutside = link.startsWith("../../");
            if (isOutside) Object.assign(token, { tag: "span", attrs: null, type: `span_${token.type}` });
            else token.attrs?.forEach((each) => { each[1] = each[1].replace(/(^|\/)README\.md/, "$1index.md"); });
        }
    });
}

export const asOnGitHub = (languages) => ({
    anchor: { slugify: anchor },
    config(md) {
        sayAlerts(md, languages);
        leadToPages(md);
    },
});
