// Pictures in every fold of folding.js, as JSON: of each recording in a file the states at some events.

import { readFileSync, writeFileSync } from "node:fs";

const [assets, asked, answer] = process.argv.slice(2);
const { Track } = await import(`${assets}/track.js`);
const { FOLDS, folded } = await import(`${assets}/folding.js`);
const { placed } = await import(`${assets}/tree_svg.js`);

const boxes = (nodes) => placed(nodes).boxes.map(({ x, y, slot }) => [x, y, slot]);
const { recordings, at } = JSON.parse(readFileSync(asked, "utf-8"));
const found = recordings.flatMap((recording) => {
  const track = new Track(recording);
  return at.filter((seq) => seq <= track.length).map((seq) => {
    const { picture } = track.state(seq);
    const folds = FOLDS.map((fold) => folded(picture, fold));
    return { picture, folds, boxes: [picture, ...folds].map(boxes) };
  });
});
writeFileSync(answer, JSON.stringify(found));
