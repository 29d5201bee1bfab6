const statuses = {
  unauthenticated: 401,
  not_found: 404,
  no_such_path: 404,
  method_not_allowed: 405,
  too_many_uploads: 429,
  internal: 500,
} as const;

/** An expected refusal. `message` is one sentence for the person at the screen; a code not named above is a 400. */
export class ApiError extends Error {
  readonly status: number;

  constructor(
    readonly code: string,
    sentence: string,
    readonly details?: Record<string, unknown>,
    readonly headers: Record<string, string> = {},
  ) {
    super(sentence);
    this.name = "ApiError";
    this.status = Object.hasOwn(statuses, code) ? statuses[code as keyof typeof statuses] : 400;
  }
}

export const notFound = (what: string) => new ApiError("not_found", `${what} not found.`);

/** The body of every refusal. */
export const errorBody = ({ message, code, details }: ApiError) => ({
  success: false,
  message,
  error: { code, ...(details && { details }) },
});

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
