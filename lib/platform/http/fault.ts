/** What may be logged of an unexpected error. Its message may quote a query's values, and those may be contacts. */
export function faultOf(error: unknown) {
  const root = rootOf(error);
  if (!(root instanceof Error)) return { name: typeof root };
  const frames = (root.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { name: root.name, code: "code" in root ? root.code : undefined, frames: frames.slice(0, 8) };
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? rootOf(error.cause) : error;
}
