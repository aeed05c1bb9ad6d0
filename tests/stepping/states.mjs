// What track.js, comparison.js and picture.js make of recordings: each line of the input is a question as JSON, each
// line of the output its answer.

import { createInterface } from "node:readline";

const [assets] = process.argv.slice(2);
const { Track } = await import(`${assets}/track.js`);
const { Comparison } = await import(`${assets}/comparison.js`);
const { FOLDS } = await import(`${assets}/picture.js`);
const { served } = await import(`${assets}/stepper.js`);
const { placed } = await import(`${assets}/tree_svg.js`);

const all = (count, told) => Array.from({ length: count }, (_, at) => told(at + 1));
const boxes = (nodes) => placed(nodes).boxes.map(({ x, y, slot }) => [x, y, slot]);

/** A list that counts how many of its items are looked at. */
function counted(items, counter) {
  return new Proxy(items, { get(list, name) {
    if (typeof name === "string" && /^\d+$/.test(name)) counter.looks += 1;
    return Reflect.get(list, name);
  } });
}

const ANSWERS = {
  states({ recording, naming }) {
    const track = new Track(recording, naming);
    return all(track.length, (seq) => ({
      ...track.state(seq),
      visits: track.path(seq),
      next: track.next(seq), back: track.back(seq), over: track.over(seq), out: track.out(seq),
      leaf: track.nextOf(seq, "leaf"), cut: track.nextOf(seq, "cut"),
    }));
  },

  compared({ recordings }) {
    const comparison = new Comparison(...recordings.map((recording) => new Track(recording)));
    const [here] = comparison.tracks;
    return {
      differences: comparison.differences,
      across: all(here.length, (seq) => comparison.across(seq)),
      next: all(here.length, (seq) => comparison.next(seq)),
    };
  },

  folds({ recording, at }) {
    const track = new Track(recording);
    return at.filter((seq) => seq <= track.length).map((seq) => {
      const { picture, folded } = track.state(seq);
      const folds = FOLDS.map(folded);
      return { picture, folds, boxes: [picture, ...folds].map(boxes) };
    });
  },

  /** How many events and visits each state looks at. */
  looks({ recording, at }) {
    const track = new Track(recording);
    const counter = { looks: 0 };
    for (const name of ["events", "visits"]) track[name] = counted(track[name], counter);
    return at.map((seq) => {
      counter.looks = 0;
      JSON.stringify(track.state(seq));
      return counter.looks;
    });
  },

  /** What a server is asked for while the places are looked for, and how many questions it has at a time at the most. */
  async served({ recordings, places }) {
    const questions = [];
    let [open, most] = [0, 0];
    const source = served(async (what, fields) => {
      questions.push([what, fields]);
      most = Math.max(most, open += 1);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return { recordings, places, board: `board ${fields.node}` };
    });
    await source.overview();
    const [, one, other] = await Promise.all([source.findPlaces(), source.state(1), source.state(1)]);
    const later = await source.state(1);
    return { questions, most, boards: await Promise.all([one, other, later].map(({ panes }) => panes[0].board)), source: later.panes[0].source };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { name, asked } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await ANSWERS[name](asked))}\n`);
}
