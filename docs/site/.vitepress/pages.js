// The sidebar is the contents page of each language: its links in their order.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { words } from "./words.js";

const docs = fileURLToPath(new URL("../../", import.meta.url));

function linked(text) {
    const found = new Map();
    for (const [, label, page] of text.matchAll(/\[([^\]]+)\]\(([\w-]+)\.md\)/g)) {
        if (!found.has(page)) found.set(page, label);
    }
    return [...found];
}

export function sidebar(language) {
    const said = words[language];
    const pages = linked(readFileSync(`${docs}${language}/README.md`, "utf-8"));
    const items = (isWanted) =>
        pages.filter(([page]) => isWanted(page)).map(([page, label]) => ({
            text: /^\d/.test(page) ? `${page.slice(0, 2)} ${label}` : label,
            link: `/${language}/${page}`,
        }));
    const isChapter = (page) => /^\d\d-/.test(page);
    return [
        { text: said.start, link: `/${language}/` },
        { text: said.chapters, items: items(isChapter) },
        { text: said.beside, items: items((page) => !isChapter(page)) },
    ];
}
