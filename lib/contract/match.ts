import { idToPath, idToWire, pathToId } from "./identifier";
import { type Operation, placeholdersOf } from "./operation";

export type Matched = { op: Operation; params: Record<string, string> };

/**
 * The operation a method and a raw, still encoded path name, with its path parameters decoded: as the browser's addresses
 * are, unless another `decode` is given.
 */
export function match(
  operations: readonly Operation[],
  method: string,
  path: string,
  decode: (segment: string) => string | undefined = pathToId,
): Matched | undefined {
  const given = path.split("/");
  for (const op of operations) {
    const params = op.method === method ? paramsOf(partsOf(op.path), given, decode) : undefined;
    if (params) return { op, params };
  }
  return undefined;
}

/** The address of an operation for the browser, below `/api`. What the path does not name goes into the query of a GET. */
export function pathOf(op: Operation, input: Record<string, unknown>) {
  return fill(op, input, idToPath);
}

/** The address of an operation at the platform. */
export function wirePathOf(op: Operation, input: Record<string, unknown>) {
  return fill(op, input, idToWire);
}

/** What an input holds beside the path's own parameters. */
export function restOf(op: Operation, input: Record<string, unknown>) {
  const named = placeholdersOf(op);
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !named.includes(key) && value !== undefined),
  );
}

function fill(op: Operation, input: Record<string, unknown>, encode: (id: string) => string) {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(input[name])));
  if (op.method !== "GET") return path;
  const rest = Object.entries(restOf(op, input));
  return rest.length > 0 ? `${path}?${new URLSearchParams(rest.map(([key, value]) => [key, String(value)]))}` : path;
}

const parts = new Map<string, readonly string[]>();

function partsOf(pattern: string) {
  const known = parts.get(pattern) ?? pattern.split("/");
  parts.set(pattern, known);
  return known;
}

type Decode = (segment: string) => string | undefined;

function paramsOf(wanted: readonly string[], given: readonly string[], decode: Decode) {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? "";
    if (!part.startsWith("{")) {
      if (part !== segment) return undefined;
      continue;
    }
    const id = segment === "" ? undefined : decode(segment);
    if (id === undefined) return undefined;
    params[part.slice(1, -1)] = id;
  }
  return params;
}
