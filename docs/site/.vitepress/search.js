// A search that finds Chinese words: the library's own way splits at blanks, and Chinese has none.

import { words } from "./words.js";

/**
 * Words as they stand between blanks and signs; Chinese as pairs of neighbours, so that every word
 * of two characters or more is found wherever it stands. Sent to the browser as its text: it must
 * need nothing from outside itself.
 */
export function tokens(text) {
    const found = [];
    for (const [run] of text.matchAll(/\p{Script=Han}+|[\p{Letter}\p{Number}_]+/gu)) {
        const parts = run.split(/(\p{Script=Han}+)/u).filter((part) => part !== "");
        for (const part of parts) {
            const characters = [...part];
            if (characters.length < 2 || !/\p{Script=Han}/u.test(part)) {
                found.push(part);
                continue;
            }
            for (let i = 0; i + 1 < characters.length; ++i) found.push(characters[i] + characters[i + 1]);
        }
    }
    return found;
}

export const search = (languages) => ({
    provider: "local",
    options: {
        locales: Object.fromEntries(
            languages.map((language) => [language, { translations: words[language].search }])),
        miniSearch: {
            options: { tokenize: tokens },
            // All that is asked for, and not any of it: the pairs of one word belong together.
            searchOptions: { combineWith: "AND" },
        },
    },
});
