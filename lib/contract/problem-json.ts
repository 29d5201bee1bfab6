import { z } from "zod";
import { isProblemCode, Problem, problemKinds } from "./problem";

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

const problemJson = z.object({
  type: z.string().startsWith(problemTypePrefix),
  status: z.number(),
  detail: z.string(),
  request_id: z.string().optional(),
  outcome: z.enum(["refused", "unknown"]).optional(),
  retry_after_seconds: z.number().optional(),
  upstream: z.object({ status: z.number(), message: z.string().optional(), body: z.string().optional() }).optional(),
});

/** Reads a problem back from its RFC 9457 form; undefined where the value is none of ours. */
export function fromProblemJson(value: unknown) {
  const { success, data } = problemJson.safeParse(value);
  if (!success) return undefined;
  const code = data.type.slice(problemTypePrefix.length);
  if (!isProblemCode(code)) return undefined;
  const { status, outcome, upstream } = data;
  return new Problem(code, data.detail, {
    status,
    outcome,
    upstream,
    requestId: data.request_id,
    retryAfterSeconds: data.retry_after_seconds,
  });
}
