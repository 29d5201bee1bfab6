import { isPlainObject } from "@/lib/format/json";
import { isProblemCode, Problem, problemKinds, type Upstream } from "./problem";

/** Stands for an answer that does not come with the page: the browser asks for it itself. */
export const unseenProblem: SerializedProblem = { told_problem: null };

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

/** Reads a problem back from its RFC 9457 form; undefined where the value is none of ours. */
export function fromProblemJson(value: unknown) {
  if (!isPlainObject(value)) return undefined;
  const { type, status, detail, request_id, outcome, retry_after_seconds, upstream } = value;
  if (!isText(type) || !type.startsWith(problemTypePrefix) || !isNumber(status) || !isText(detail)) return undefined;
  const code = type.slice(problemTypePrefix.length);
  if (!isProblemCode(code)) return undefined;
  if (!isTextIfAny(request_id) || !isNumberIfAny(retry_after_seconds)) return undefined;
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
const isTextIfAny = (value: unknown): value is string | undefined => value === undefined || isText(value);
const isNumberIfAny = (value: unknown): value is number | undefined => value === undefined || isNumber(value);

const isUpstream = (value: unknown): value is Upstream =>
  isPlainObject(value) && isNumber(value.status) && isTextIfAny(value.message) && isTextIfAny(value.body);

/** A failed read as a value, on its way from the server's part of a page to the browser's. */
export type SerializedProblem = { told_problem: ReturnType<typeof toProblemJson> | null };

export const serializeProblem = (problem: Problem): SerializedProblem => ({ told_problem: toProblemJson(problem) });

export const isSerializedProblem = (value: unknown): value is SerializedProblem =>
  typeof value === "object" && value !== null && "told_problem" in value;

/** The answer, or the serialized problem thrown again. */
export function reviveProblem<T>(answer: T): T {
  if (!isSerializedProblem(answer)) return answer;
  throw fromProblemJson(answer.told_problem) ?? new Error("This read is asked for again.");
}
