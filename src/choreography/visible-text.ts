/** Control and direction characters, which could make a terminal or an editor show something else than the text says. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Writes characters that cannot be seen as `\uXXXX`. */
export function visible(text: string): string {
  return text.replace(invisible, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A name as it is when it is a plain word, else as a JSON string. */
export function showName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? name : visible(JSON.stringify(name));
}
