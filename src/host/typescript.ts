import nodeModule from "node:module";
import { register } from "tsx/esm/api";

/**
 * A TypeScript file is an ES module here, whatever a `package.json` near it says or leaves out. Were it taken for
 * CommonJS, its stack traces would name generated code instead of its own lines, and steps would have no source places.
 */
const hook = `
export async function load(url, context, next) {
  const typescript = /^file:.*\\.tsx?(\\?|$)/.test(url) && !url.includes("/node_modules/");
  if (!typescript || !/^commonjs/.test(context.format ?? "")) return next(url, context);
  const loaded = await next(url, { ...context, format: "module" });
  return { ...loaded, format: "module-typescript" }; // for the compiler, which comes after this
}
`;

const compile = () => register({ namespace: "lightcone" });
let compiler: ReturnType<typeof compile> | undefined;

/** Imports a TypeScript module as it is, by its URL; a second time gives the same module. */
export function importTypeScript(url: string): Promise<unknown> {
  if (compiler === undefined) {
    nodeModule.register(`data:text/javascript,${encodeURIComponent(hook)}`);
    compiler = compile();
  }
  return compiler.import(url, import.meta.url);
}
