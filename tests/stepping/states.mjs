// States and comparisons, as JSON, of the recordings in a file: what track.js and comparison.js make of them.

import { readFileSync, writeFileSync } from "node:fs";

const [assets, asked, answer] = process.argv.slice(2);
const { Track } = await import(`${assets}/track.js`);
const { Comparison } = await import(`${assets}/comparison.js`);

const all = (count, told) => Array.from({ length: count }, (_, at) => told(at + 1));

function states({ recording, naming }) {
  const track = new Track(recording, naming);
  return all(track.length, (seq) => ({
    ...track.state(seq),
    ways: [track.next(seq), track.back(seq), track.over(seq), track.out(seq)],
    found: [track.nextOf(seq, "leaf"), track.nextOf(seq, "cut")],
  }));
}

function compared([left, right]) {
  const comparison = new Comparison(new Track(left), new Track(right));
  const [here, there] = comparison.tracks;
  return {
    differences: comparison.differences,
    across: all(here.length, (seq) => comparison.across(seq)),
    back: all(there.length, (seq) => comparison.backAcross(seq)),
    next: all(here.length, (seq) => comparison.next(seq)),
  };
}

const { single, pairs } = JSON.parse(readFileSync(asked, "utf-8"));
writeFileSync(answer, JSON.stringify({ single: single.map(states), pairs: pairs.map(compared) }));
