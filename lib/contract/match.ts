import { idToPath, idToWire, pathToId } from "./identifier";
import { type Operation, placeholdersOf } from "./operation";

type OperationMatch = { op: Operation; params: Record<string, string> };

/**
 * Finds the operation for a method and a raw, still encoded path. Undefined if there is none. `decode` is applied to path
 * parameters, by default as for URLs of the browser.
 */
export function match(
  operations: readonly Operation[],
  method: string,
  path: string,
  decode: (segment: string) => string | undefined = pathToId,
): OperationMatch | undefined {
  const segments = path.split("/");
  for (const op of operations) {
    const params = op.method === method ? paramsOf(op.path.split("/"), segments, decode) : undefined;
    if (params) return { op, params };
  }
  return undefined;
}

/** URL of an operation for the browser, relative to `/api`. The rest of a GET's input becomes its query. */
export function pathOf(op: Operation, input: Record<string, unknown>) {
  return fill(op, input, idToPath);
}

/** URL of an operation, relative to the platform's base URL. */
export function wirePathOf(op: Operation, input: Record<string, unknown>) {
  return fill(op, input, idToWire);
}

/** The part of an input that is no path parameter, without undefined values. */
export function restOf(op: Operation, input: Record<string, unknown>) {
  const placeholders = placeholdersOf(op);
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !placeholders.includes(key) && value !== undefined),
  );
}

function fill(op: Operation, input: Record<string, unknown>, encode: (id: string) => string) {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(input[name])));
  if (op.method !== "GET") return path;
  const rest = Object.entries(restOf(op, input));
  return rest.length > 0 ? `${path}?${new URLSearchParams(rest.map(([key, value]) => [key, String(value)]))}` : path;
}

type Decode = (segment: string) => string | undefined;

function paramsOf(pattern: readonly string[], segments: readonly string[], decode: Decode) {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
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
