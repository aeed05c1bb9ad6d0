// Marks in JavaScript: node marks.mjs MODULES ASKED ANSWER

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, asked, answer] = process.argv.slice(2);
const { marked, readNumber, rightEntries } = await import(pathToFileURL(`${modules}/marking.js`));
const { exercises, numbers } = JSON.parse(readFileSync(asked, "utf-8"));
writeFileSync(answer, JSON.stringify({
  marks: exercises.map(({ exercise, key, cases }) => cases.map((entries) => marked(exercise, key, entries))),
  right: exercises.map(({ key }) => rightEntries(key)),
  numbers: numbers.map(readNumber),
}));
