import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// Joins the compiled modules of each entry: loading a hundred small files costs more than Node's own start.
const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: { readonly [entry: string]: string | { readonly default: string } };
};
const entries = Object.values(manifest.exports).flatMap((target) =>
  typeof target === "string" ? [] : [target.default],
);
const entryPoints = [...entries, "./dist/cli/main.js"].map((path) => join(root, path));

const { outputFiles } = await build({
  entryPoints,
  outbase: dist,
  outdir: dist,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "neutral",
  packages: "external",
  external: ["node:*"],
  target: "node20",
  // As deep as the command line's folder, so that paths relative to a module stay right.
  chunkNames: "chunks/[hash]",
  write: false,
});

for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
  if (path.endsWith(".js")) rmSync(join(dist, path));
}
mkdirSync(join(dist, "chunks"), { recursive: true });
for (const { path, contents } of outputFiles) writeFileSync(path, contents);
chmodSync(join(dist, "cli/main.js"), 0o755); // npm does it for an installed package, not for a clone
