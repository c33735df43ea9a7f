// The site over docs/en and docs/zh-CN as they stand. Made by docs/site/build.

import { fileURLToPath } from "node:url";

import { asOnGitHub } from "./markdown.js";
import { sidebar } from "./pages.js";
import { search } from "./search.js";
import { words } from "./words.js";

const languages = Object.keys(words);

// Pages are made into components, and lie outside of the folder that has the package they need.
const vueForPages = {
    name: "vue-for-pages",
    enforce: "pre",
    resolveId(name, importer) {
        const isOfPage = /^vue(\/|$)/.test(name) && importer?.endsWith(".md");
        return isOfPage ? this.resolve(name, fileURLToPath(import.meta.url)) : null;
    },
};

const localeOf = (language) => ({
    lang: language,
    label: words[language].name,
    link: `/${language}/`,
    description: words[language].description,
    themeConfig: { ...words[language].theme, sidebar: sidebar(language) },
});

export default {
    title: "Overlap Labs",
    srcDir: "..",
    srcExclude: ["site/**"],
    outDir: "dist",
    cacheDir: "cache",
    rewrites: { ":language/README.md": ":language/index.md" },
    locales: Object.fromEntries(languages.map((language) => [language, localeOf(language)])),
    markdown: asOnGitHub(languages),
    // Pages lead on by themselves, and back by the contents beside them.
    themeConfig: { search: search(languages), docFooter: { prev: false, next: false } },
    vite: {
        publicDir: "site/public",
        plugins: [vueForPages],
    },
};
