// What the tests ask of the site's modules that need no page: node modules.mjs MODULES QUESTION ANSWER.

import { readFileSync, writeFileSync } from "node:fs";

const [modules, question, answer] = process.argv.slice(2);
const load = (file) => import(`${modules}/${file}`);

const tasks = {
  /** Terms, read and told again by their parts. */
  async terms(texts) {
    const { readTerm } = await load("terms.js");
    const again = ({ kind, text, value, name, args, items }) =>
      kind === "compound" ? [name, ...args.map(again)] : kind === "list" ? items.map(again) : [kind, value ?? text];
    return texts.map((text) => again(readTerm(text)));
  },

  /** What the editor takes the pieces of texts for: {name, from, to}, offsets in UTF-16. */
  async pieces(texts) {
    const { prologLanguage } = await load("prolog_language.js");
    const { parser } = prologLanguage().language;
    return texts.map((text) => {
      const found = [];
      parser.parse(text).iterate({ enter: ({ name, from, to }) => void found.push({ name, from, to }) });
      return found.slice(1); // the first is all of it
    });
  },

  /** The words that are offered in an empty text. */
  async words() {
    const { completions } = await load("interface.js");
    const nowhere = { pos: 0, explicit: true, matchBefore: () => null, state: { field: () => undefined } };
    return completions[0](nowhere).options.map(({ displayLabel }) => displayLabel);
  },

  /** Numbers as people are shown them. */
  async brief(texts) {
    return texts.map((await load("numbers.js")).brief);
  },

  /** Which of two numbers is the less. */
  async comparisons(pairs) {
    const { compared } = await load("numbers.js");
    return pairs.map(([one, other]) => compared(one, other));
  },
};

const { name, asked } = JSON.parse(readFileSync(question, "utf-8"));
writeFileSync(answer, JSON.stringify(await tasks[name](asked)));
