/**
 * Removes personal data from an error. The message of a failed query contains its values, such as names of contacts, so
 * only its type, code and stack are logged.
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
