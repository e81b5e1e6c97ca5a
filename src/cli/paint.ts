import { styleText } from "node:util";
import type { Paint, Tone } from "./chart/canvas.ts";

const formats: { readonly [T in Tone]: Parameters<typeof styleText>[0] | null } = {
  plain: null,
  dim: "dim",
  act: "cyan",
  choice: ["bold", "yellow"],
  message: "blue",
  alarm: ["bold", "red"],
  good: "green",
  bad: "red",
};

/** Paints for a terminal with colours, or leaves text as it is. */
export function painter(color: boolean): Paint {
  return (tone, text) => {
    const format = formats[tone];
    return color && format !== null && text !== ""
      ? styleText(format, text, { validateStream: false })
      : text;
  };
}
