// node compile.cjs SWIPL PROLOG FILE: FILE becomes prolog/support/worker.pl, and all that it loads, in the form that
// this SWI-Prolog loads quickly. SWIPL is the folder of the WebAssembly, PROLOG that of the Prolog files.

const fs = require("fs");
const path = require("path");

const [swipl, prolog, target] = process.argv.slice(2);
const ROOT = "/pydecl";

function copied(FS, from, to) {
  FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) copied(FS, source, copy);
    else FS.writeFile(copy, fs.readFileSync(source));
  }
}

async function main() {
  const said = [];
  const { FS, prolog: asked } = await require(path.join(swipl, "swipl-web.js"))({
    arguments: ["-q"],
    locateFile: (name) => path.join(swipl, name.replace(/^swipl\./, "swipl-web.")),
    print: (line) => said.push(line),
    printErr: (line) => said.push(line),
  });
  copied(FS, prolog, ROOT);
  const done = asked.query(`qcompile('${ROOT}/support/worker.pl', [include(user)])`).once();
  if (!done.success || said.length) throw new Error([done.message, ...said].filter(Boolean).join("\n"));
  fs.writeFileSync(target, FS.readFile(`${ROOT}/support/worker.qlf`));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
