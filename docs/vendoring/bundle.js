// Puts what the pages use of npm's packages into single ES modules, with the licences and digests of all of it.
//
//     cd docs/vendoring && npm ci && npm run bundle
//
// package-lock.json has the exact versions; the same versions make the same bytes.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const VENDOR = "../../pydecl/workbench/site/static/assets/vendor";
const BUNDLES = ["codemirror", "d3-hierarchy"];

/** In a document, style-mod makes a <style>, which the pages' policy forbids; in a shadow root it adopts a style sheet. */
const ONLY_IN_SHADOW = "!root.head && root.adoptedStyleSheets";

const adopting = {
  name: "style sheets are adopted in a document, too",
  setup(made) {
    made.onLoad({ filter: /style-mod\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const parts = text.split(ONLY_IN_SHADOW);
      if (parts.length !== 2) throw new Error(`${path} has changed: look at how it mounts its styles`);
      return { contents: parts.join("root.adoptedStyleSheets") };
    });
  },
};

/** The folder of the package that a file belongs to. */
function packageOf(file) {
  const folder = dirname(file);
  return existsSync(join(folder, "package.json")) ? folder : packageOf(folder);
}

function licences(inputs) {
  const folders = new Set(inputs.filter((file) => file.startsWith("node_modules/")).map(packageOf));
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
  });
}

const digests = [];

function write(name, data) {
  writeFileSync(join(VENDOR, name), data);
  digests.push(`${createHash("sha256").update(data).digest("hex")}  ${name}\n`);
}

for (const name of BUNDLES) {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${name}.js`],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    charset: "utf8",
    banner: { js: `// Made of npm's packages by docs/vendoring/bundle.js; their licences are in ${name}.LICENSE.txt.` },
    plugins: [adopting],
    metafile: true,
    write: false,
  });
  write(`${name}.js`, outputFiles[0].contents);
  write(`${name}.LICENSE.txt`, licences(Object.keys(metafile.inputs)).join(`\n${"-".repeat(78)}\n\n`));
}
writeFileSync("SHA256SUMS", digests.join(""));
