/**
 * An error as a log may keep it: a failed query carries its values, among them what people typed and contacts are called, so
 * of such a one only its name, the database's own code and where it happened stay.
 */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const isQuery = "query" in error || "params" in error;
  return {
    type: error.name,
    ...("code" in error ? { code: String(error.code) } : {}),
    ...(isQuery ? {} : { message: error.message }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(error.cause === undefined ? {} : { cause: errorForLog(error.cause) }),
  };
}
