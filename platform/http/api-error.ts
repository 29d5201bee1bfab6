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
