// The goals of a program's text that belong to the events of a recording, by a replay in SWI-Prolog: what
// prolog/support/marking.pl tells, read. The server has the same in Python:
// marks.py and `Track.spots` of pydecl/workbench/stepping.

import { isNumeric } from "./naming.js";
import { equal, plainNumber } from "./numbers.js";

const UNLIMITED = (1n << 59n).toString();
const ROOT = "/pydecl/"; // where the files lie in SWI-Prolog

/** What marking.pl reads: the question of a search, and the lines that it told. */
export function replayed(site, program, { depth, alpha = "-inf", beta = "inf" }, lines) {
  const [, node, , mover] = lines.find((line) => line.startsWith("e ")).split(" ");
  const { win, max_ply, extension } = site.settings;
  const settings = Object.entries({ seed: 0, win, max_ply, extension, ...Object.fromEntries(program.settings) });
  const given = settings.map(([name, value]) => `=(${name}, ${value})`).join(", ");
  const turn = mover === "any" ? "any(any)" : mover;
  const question = `question(${program.name}, ${depth ?? UNLIMITED}, ${turn}, ${node}, ${alpha}, ${beta}, [${given}]).`;
  return [question, ...lines, ""].join("\n");
}

/**
 * The places at each event of a track, as the stepper takes them: what `told` says, about `texts` by the paths of
 * files below prolog/.
 */
export function places(track, told, texts) {
  const rows = told.split("\n").filter(Boolean);
  const goals = rows.filter((row) => row.startsWith("g ")).map(goalOf);
  const spots = spotsOf(goals, texts);
  const marks = rows.slice(goals.length).map(rowOf);
  return shipped(track, marks, spots, texts);
}

function goalOf(row) {
  const [, , file, start, end, top, bottom, head, calls] = row.split(" ");
  return { file: file.replace(ROOT, ""), start: Number(start), end: Number(end), top: Number(top), bottom: Number(bottom), head, calls };
}

/** Where the goals stand; clauses of a predicate are counted in the order in which they stand in a file. */
function spotsOf(goals, texts) {
  const clauses = Map.groupBy(goals, ({ file, head }) => `${file} ${head}`);
  const starts = new Map(Object.entries(texts).map(([file, text]) => [file, lineStarts(text)]));
  return goals.map(({ file, start, end, top, bottom, head, calls }) => {
    const at = (offset) => placeOf(starts.get(file), offset);
    const clause = new Set(clauses.get(`${file} ${head}`).map((one) => one.top).filter((one) => one <= top)).size;
    const mark = { file: `prolog/${file}`, from: at(start), to: at(end), calls, within: `clause ${clause} of ${head}` };
    return { file, top: at(top)[0], bottom: at(bottom)[0], mark };
  });
}

function lineStarts(text) {
  const starts = [0];
  for (const line of text.split("\n")) starts.push(starts[starts.length - 1] + line.length + 1);
  return starts;
}

/** The line, from 1, and the column, from 0. */
function placeOf(starts, offset) {
  const line = starts.findLastIndex((start) => start <= offset) + 1;
  return [line, offset - starts[line - 1]];
}

/** A row of notes.pl: the goal that brought a line about, those that were tried, and the comparisons. */
function rowOf(row) {
  const [main, tried, tests] = row.split(" ");
  const parts = (text, between) => (text === "-" ? [] : text.split(between));
  return {
    main: Number(main),
    tried: parts(tried, ",").map(Number),
    tests: parts(tests, ";").map((test) => {
      const [spot, held, one, other] = test.split(":");
      return { spot: Number(spot), held: held === "1", operands: [one, other].map(operand) };
    }),
  };
}

const operand = (text) => (text === "x" ? null : plainNumber(text));

function compares({ operands: [a, b] }, one, other) {
  if (![a, b, one, other].every(isNumeric)) return false;
  return (equal(a, one) && equal(b, other)) || (equal(a, other) && equal(b, one));
}

/** The comparison that decided what was done before a line: of these two numbers, if it can be told. */
function decision(row, one, other) {
  if (!row) return -1;
  const ofThese = row.tests.filter((test) => compares(test, one, other));
  for (const some of [ofThese, row.tests]) {
    const held = some.find((test) => test.held);
    if (held) return held.spot;
    if (some.length) return some[some === ofThese ? 0 : some.length - 1].spot;
  }
  return -1;
}

/** The place of an event, -1 for none, and those that were tried before. */
function placesAt(track, marks, event) {
  const line = track.lines[event.seq - 1];
  const main = marks[line]?.main ?? -1;
  if (event.event === "window") {
    const looks = marks[line + 1]; // told when the child is left, and the program looks at its value after that
    const found = decision(looks, event.value, event.old);
    return [found < 0 ? main : found, looks?.tried ?? []];
  }
  if (event.event === "cut") {
    const found = decision(marks[line], event.value, lastValue(track, event.seq));
    return [found < 0 ? main : found, marks[line]?.tried ?? []];
  }
  return [main, marks[line]?.tried ?? []];
}

/** What the child gave back that was left last before an event. */
function lastValue(track, seq) {
  const left = track.visits[track.focus[seq - 1]].children.map((child) => track.visits[child].leave);
  const last = left.findLast((one) => one !== null && one < seq);
  return last === undefined ? null : track.events[last - 1].value;
}

/** The clauses, the places in them, and for each event its place and those tried; -1 if it has none. */
function shipped(track, marks, spots, texts) {
  const [textNumbers, spotNumbers] = [new Map(), new Map()];
  const textOf = ({ file, top, bottom }) => numbered(textNumbers, `${file} ${top} ${bottom}`);
  const events = track.events.map((event) => {
    const [main, tried] = placesAt(track, marks, event);
    if (main < 0) return [-1];
    for (const spot of [main, ...tried]) {
      textOf(spots[spot]);
      numbered(spotNumbers, spot);
    }
    return [spotNumbers.get(main), ...[...new Set(tried)].map((spot) => spotNumbers.get(spot))];
  });
  return {
    texts: [...textNumbers.keys()].map((key) => {
      const [file, top, bottom] = key.split(" ");
      return { file: `prolog/${file}`, first: Number(top), lines: texts[file].split("\n").slice(Number(top) - 1, Number(bottom)) };
    }),
    spots: [...spotNumbers.keys()].map((spot) => [textOf(spots[spot]), spots[spot].mark]),
    events,
  };
}

function numbered(numbers, key) {
  if (!numbers.has(key)) numbers.set(key, numbers.size);
  return numbers.get(key);
}
