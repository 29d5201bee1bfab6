const statuses = {
  unauthenticated: 401,
  not_found: 404,
  no_such_path: 404,
  method_not_allowed: 405,
  internal: 500,
} as const;

/** An expected refusal. `message` is one sentence for people. A code not listed above has status 400. */
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

export const notFound = (resource: string) => new ApiError("not_found", `${resource} not found.`);

export const errorBody = ({ message, code, details }: ApiError) => ({
  success: false,
  message,
  error: { code, ...(details && { details }) },
});

/** The part of an unexpected error that can be logged. Its message can contain a query's values, such as contacts. */
export function faultOf(error: unknown) {
  const root = rootOf(error);
  if (!(root instanceof Error)) return { name: typeof root };
  const frames = (root.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { name: root.name, code: "code" in root ? root.code : undefined, frames: frames.slice(0, 8) };
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? rootOf(error.cause) : error;
}
