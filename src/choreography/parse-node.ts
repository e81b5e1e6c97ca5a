import type { Digest, Json, StepId } from "../base/index.ts";
import type { ActMode, Assign, Binding, Block, Node, Source, Timeout } from "./ir.ts";
import { parseGuard, parseKind } from "./parse-guard.ts";
import type { Read, Reader } from "./reader.ts";

const actModes: readonly ActMode[] = ["repeat", "once", "task"];

type Parse<T> = (reader: Reader, value: { readonly [key: string]: Json }, path: string) => T;

const sourceKinds: { readonly [K in Source["kind"]]: Parse<Extract<Source, { readonly kind: K }>> } = {
  const: (reader, value, path) => {
    const { value: constant } = reader.record(value, path, ["kind", "value"]);
    return { kind: "const", value: reader.json(constant, `${path}.value`) };
  },
  var: (reader, value, path) => {
    const { name } = reader.record(value, path, ["kind", "name"]);
    return { kind: "var", name: reader.text(name, `${path}.name`) };
  },
};

const bindingKinds: { readonly [K in Binding["kind"]]: Parse<Extract<Binding, { readonly kind: K }>> } = {
  none: (reader, value, path) => {
    reader.record(value, path, ["kind"]);
    return { kind: "none" };
  },
  value: (reader, value, path) => {
    const { variable } = reader.record(value, path, ["kind", "variable"]);
    return { kind: "value", variable: reader.text(variable, `${path}.variable`) };
  },
  fields: (reader, value, path) => {
    const { fields } = reader.record(value, path, ["kind", "fields"]);
    return { kind: "fields", fields: reader.map(reader.text)(fields, `${path}.fields`) };
  },
};

const nodeKinds: { readonly [K in Node["kind"]]: Parse<Extract<Node, { readonly kind: K }>> } = {
  message: (reader, value, path) => {
    const keys = ["kind", "step", "from", "to", "channel", "payload"];
    const { step, from, to, channel, payload, within } = reader.record(value, path, keys, ["within"]);
    return {
      kind: "message",
      step: stepId(reader, step, path),
      from: reader.text(from, `${path}.from`),
      to: reader.text(to, `${path}.to`),
      channel: channelName(reader, channel, `${path}.channel`),
      payload: assign(reader)(payload, `${path}.payload`),
      ...timeout(reader, within, `${path}.within`),
    };
  },
  act: (reader, value, path) => {
    const keys = ["kind", "step", "on", "action", "args", "out", "mode"];
    const { step, on, action, args, out, mode, within } = reader.record(value, path, keys, ["within"]);
    return {
      kind: "act",
      step: stepId(reader, step, path),
      on: reader.text(on, `${path}.on`),
      action: reader.text(action, `${path}.action`),
      args: assign(reader)(args, `${path}.args`),
      out: parseKind<Binding>(reader, bindingKinds, out, `${path}.out`) ?? { kind: "none" },
      mode: reader.oneOf(actModes)(mode, `${path}.mode`) ?? "repeat",
      ...timeout(reader, within, `${path}.within`),
    };
  },
  assign: (reader, value, path) => {
    const { step, on, set, unset } = reader.record(value, path, ["kind", "step", "on", "set", "unset"]);
    return {
      kind: "assign",
      step: stepId(reader, step, path),
      on: reader.text(on, `${path}.on`),
      set: assign(reader)(set, `${path}.set`),
      unset: reader.list(reader.text)(unset, `${path}.unset`),
    };
  },
  branch: (reader, value, path) => {
    const fields = reader.record(value, path, ["kind", "step", "owner", "guard", "then", "else"]);
    return {
      kind: "branch",
      step: stepId(reader, fields["step"], path),
      owner: reader.text(fields["owner"], `${path}.owner`),
      guard: parseGuard(reader, fields["guard"], `${path}.guard`),
      then: parseBlock(reader, fields["then"], `${path}.then`),
      else: parseBlock(reader, fields["else"], `${path}.else`),
    };
  },
  loop: (reader, value, path) => {
    const keys = ["kind", "step", "owner", "guard", "body", "exit", "bound"];
    const { step, owner, guard, body, exit, bound } = reader.record(value, path, keys);
    return {
      kind: "loop",
      step: stepId(reader, step, path),
      owner: reader.text(owner, `${path}.owner`),
      guard: parseGuard(reader, guard, `${path}.guard`),
      body: parseBlock(reader, body, `${path}.body`),
      exit: parseBlock(reader, exit, `${path}.exit`),
      bound: reader.nullable(reader.whole(1))(bound, `${path}.bound`),
    };
  },
  parallel: (reader, value, path) => {
    const { step, arms } = reader.record(value, path, ["kind", "step", "arms"]);
    const arm: Read<Block> = (item, at) => parseBlock(reader, item, at);
    return {
      kind: "parallel",
      step: stepId(reader, step, path),
      arms: reader.list(arm)(arms, `${path}.arms`),
    };
  },
  coregion: (reader, value, path) => {
    const { step, to, channel, from } = reader.record(value, path, ["kind", "step", "to", "channel", "from"]);
    const sender: Read<{ readonly from: string; readonly payload: Assign }> = (item, at) => {
      const fields = reader.record(item, at, ["from", "payload"]);
      return {
        from: reader.text(fields["from"], `${at}.from`),
        payload: assign(reader)(fields["payload"], `${at}.payload`),
      };
    };
    return {
      kind: "coregion",
      step: stepId(reader, step, path),
      to: reader.text(to, `${path}.to`),
      channel: channelName(reader, channel, `${path}.channel`),
      from: reader.list(sender)(from, `${path}.from`),
    };
  },
  scope: (reader, value, path) => {
    const { step, name, body, recheck } = reader.record(
      value,
      path,
      ["kind", "step", "name", "body"],
      ["recheck"],
    );
    return {
      kind: "scope",
      step: stepId(reader, step, path),
      name: reader.text(name, `${path}.name`),
      body: parseBlock(reader, body, `${path}.body`),
      ...(recheck === undefined ? {} : { recheck: parseRecheck(reader, recheck, `${path}.recheck`) }),
    };
  },
  sub: (reader, value, path) => {
    const { step, name, choreography, rename, body } = reader.record(value, path, [
      "kind",
      "step",
      "name",
      "choreography",
      "rename",
      "body",
    ]);
    return {
      kind: "sub",
      step: stepId(reader, step, path),
      name: reader.text(name, `${path}.name`),
      choreography: digest(reader, choreography, `${path}.choreography`),
      rename: reader.map(reader.text)(rename, `${path}.rename`),
      body: parseBlock(reader, body, `${path}.body`),
    };
  },
};

/** Reads a block; of a broken one, what could be read, and the problems. */
export function parseBlock(reader: Reader, value: Json | undefined, path: string): Block {
  const node: Read<Node | null> = (item, at) => parseKind<Node>(reader, nodeKinds, item, at);
  const read = reader.nested("block", path, () => reader.list(node)(value, path)) ?? [];
  return read.filter((item) => item !== null);
}

function parseRecheck(
  reader: Reader,
  value: Json,
  path: string,
): { readonly decision: StepId; readonly owner: string; readonly body: Block } {
  const { decision, owner, body } = reader.record(value, path, ["decision", "owner", "body"]);
  return {
    decision: reader.text(decision, `${path}.decision`) as StepId, // any text that is not empty
    owner: reader.text(owner, `${path}.owner`),
    body: parseBlock(reader, body, `${path}.body`),
  };
}

function assign(reader: Reader): Read<Assign> {
  return reader.map(
    (item, at) => parseKind<Source>(reader, sourceKinds, item, at) ?? { kind: "const", value: null },
  );
}

function timeout(reader: Reader, value: Json | undefined, path: string): { readonly within?: Timeout } {
  if (value === undefined) return {};
  const { after, late } = reader.record(value, path, ["after", "late"]);
  return {
    within: { after: reader.text(after, `${path}.after`), late: parseBlock(reader, late, `${path}.late`) },
  };
}

function stepId(reader: Reader, value: Json | undefined, path: string): StepId {
  return reader.text(value, `${path}.step`) as StepId; // any text that is not empty: an author's label may be that
}

function channelName(reader: Reader, value: Json | undefined, path: string): string {
  return value === "" ? "" : reader.text(value, path);
}

function digest(reader: Reader, value: Json | undefined, path: string): Digest {
  const text = reader.text(value, path);
  if (!/^[0-9a-f]{64}$/.test(text)) reader.fail(path, "is no SHA-256 in lower-case hexadecimal digits");
  return text as Digest; // checked just now
}
