import { isPlainObject } from "@/lib/format/json";
import { isProblemCode, Problem, problemKinds } from "./problem";

const problemTypePrefix = "urn:switchboard:problem:";

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
  if (!isPlainObject(value) || typeof value.type !== "string" || !value.type.startsWith(problemTypePrefix))
    return undefined;
  const code = value.type.slice(problemTypePrefix.length);
  if (!isProblemCode(code)) return undefined;
  // Only `toProblemJson` writes this prefix, so the other fields have its types.
  const { detail, status, outcome, upstream, request_id: requestId, retry_after_seconds } = value as ProblemJson;
  return new Problem(code, detail, { status, outcome, upstream, requestId, retryAfterSeconds: retry_after_seconds });
}
