import { isPlainObject } from "@/lib/format/json";
import { isProblemCode, Problem, problemKinds, type Upstream } from "./problem";

const problemTypePrefix = "urn:switchboard:problem:";

/** The RFC 9457 form of a problem. */
export function toProblemJson(problem: Problem) {
  return {
    type: `${problemTypePrefix}${problem.code}`,
    title: problemKinds[problem.code][1],
    status: problem.status,
    detail: problem.message,
    request_id: problem.requestId,
    outcome: problem.outcome,
    retry_after_seconds: problem.retryAfterSeconds,
    upstream: problem.upstream,
  };
}

export type ProblemJson = ReturnType<typeof toProblemJson>;

/** Parses a problem from its RFC 9457 form; undefined if Switchboard did not make it. */
export function fromProblemJson(value: unknown) {
  if (!isPlainObject(value)) return undefined;
  const { type, status, detail, request_id, outcome, retry_after_seconds, upstream } = value;
  if (!isText(type) || !type.startsWith(problemTypePrefix) || !isNumber(status) || !isText(detail)) return undefined;
  const code = type.slice(problemTypePrefix.length);
  if (!isProblemCode(code)) return undefined;
  if (!isOptionalText(request_id) || !isOptionalNumber(retry_after_seconds)) return undefined;
  if (outcome !== undefined && outcome !== "refused" && outcome !== "unknown") return undefined;
  if (upstream !== undefined && !isUpstream(upstream)) return undefined;
  return new Problem(code, detail, {
    status,
    outcome,
    upstream: upstream && { status: upstream.status, message: upstream.message, body: upstream.body },
    requestId: request_id,
    retryAfterSeconds: retry_after_seconds,
  });
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isOptionalText = (value: unknown): value is string | undefined => value === undefined || isText(value);
const isOptionalNumber = (value: unknown): value is number | undefined => value === undefined || isNumber(value);

const isUpstream = (value: unknown): value is Upstream =>
  isPlainObject(value) && isNumber(value.status) && isOptionalText(value.message) && isOptionalText(value.body);
