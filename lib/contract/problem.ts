/** HTTP status and title of each problem code. The codes are stable. */
export const problemKinds = {
  bad_input: [400, "The request was not understood"],
  unauthenticated: [401, "You are not signed in"],
  forbidden: [403, "Your role does not allow this"],
  cross_origin: [403, "The request came from another site"],
  not_found: [404, "Not found"],
  no_such_operation: [404, "No such operation"],
  sent_once: [409, "It was already sent"],
  in_progress: [409, "It is already being sent"],
  blocked_waiting: [409, "People on the do-not-call list are waiting"],
  blocked_people: [409, "The list has people who must not be called"],
  not_possible: [409, "This is not possible now"],
  conflict: [409, "The record has changed since"],
  too_large: [413, "The file is too large"],
  rejected: [400, "The platform rejected the request"],
  rate_limited: [429, "Too many requests"],
  too_many_tries: [429, "Too many attempts"],
  wrong_credentials: [401, "Email or password is wrong"],
  wrong_code: [400, "The code is wrong"],
  busy: [503, "Switchboard is busy"],
  internal: [500, "Something went wrong on our side"],
  not_recorded: [503, "The action could not be recorded, so it was not done"],
  storage_down: [503, "Switchboard's own storage is not answering"],
  disk_full: [503, "Switchboard's disk is nearly full"],
  read_only: [503, "Switchboard's database is read-only"],
  "switchboard-unreachable": [503, "Switchboard's own server is not answering"],
  "proxy-sign-in": [401, "A sign-in before Switchboard may have ended"],
  offline: [503, "This browser is offline"],
  "upstream-unreachable": [502, "The platform could not be reached"],
  "upstream-timeout": [504, "The platform did not answer in time"],
  "upstream-cut": [502, "The connection to the platform was lost"],
  "upstream-unreadable": [502, "The platform's answer could not be read"],
  "upstream-too-large": [502, "The platform's answer was too large"],
  "upstream-redirect": [502, "The platform answered with a redirect"],
  "upstream-auth": [502, "The platform refused Switchboard's key"],
  "upstream-forbidden": [502, "The platform does not allow this"],
  "upstream-fault": [502, "The platform returned an error"],
  "upstream-refused": [502, "The platform said the request did not succeed"],
  "upstream-resting": [502, "The platform has not been answering"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problemKinds;

/** The platform's own answer, if there was one. `body` is its text, shortened. */
export type Upstream = { status: number; message?: string; body?: string };

type ProblemDetails = {
  status?: number;
  /** For writes: `refused` if it certainly had no effect, `unknown` if it may have had one. */
  outcome?: "refused" | "unknown";
  requestId?: string;
  retryAfterSeconds?: number;
  upstream?: Upstream;
  cause?: unknown;
};

/** An expected failure. `message` is one sentence for the person at the screen; it defaults to the code's title. */
export class Problem extends Error {
  readonly status: number;
  readonly outcome: "refused" | "unknown" | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly upstream: Upstream | undefined;

  constructor(
    readonly code: ProblemCode,
    sentence = `${problemKinds[code][1]}.`,
    details: ProblemDetails = {},
  ) {
    super(sentence, { cause: details.cause });
    this.name = "Problem";
    this.status = details.status ?? problemKinds[code][0];
    this.outcome = details.outcome;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.upstream = details.upstream;
  }
}

/** A problem of a write that certainly had no effect. */
export const refused = (code: ProblemCode, sentence?: string, details?: ProblemDetails) =>
  new Problem(code, sentence, { ...details, outcome: "refused" });

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problemKinds, code);
