import { errors } from "undici";
import { Problem } from "@/lib/contract/problem";

/** How far an exchange had come when it failed: before anything left, before an answer began, or within the answer. */
export type Phase = "asking" | "reading";

const neverLeft = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** The problem that a failed exchange is. For a send, the outcome is refused only where nothing can have left. */
export function faultOf(error: unknown, phase: Phase, isSend: boolean): Problem {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  const outcome = isSend ? (neverLeft.has(code) ? "refused" : "unknown") : undefined;
  const details = { outcome, cause: error } as const;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return new Problem("upstream-unreachable", sentences.noConnection, details);
  if (isTimeout(error)) return new Problem("upstream-timeout", sentences.late(isSend), details);
  if (phase === "reading") return new Problem("upstream-cut", sentences.cut, details);
  if (neverLeft.has(code)) return new Problem("upstream-unreachable", sentences.noConnection, details);
  return new Problem("upstream-cut", sentences.dropped, details);
}

/** Whether a problem says that the platform as a whole may be down: what the breaker counts. */
export const isOutage = (problem: Problem) =>
  problem.code === "upstream-unreachable" ||
  problem.code === "upstream-timeout" ||
  problem.code === "upstream-cut" ||
  (problem.code === "upstream-fault" && problem.upstream !== undefined && problem.upstream.status !== 500);

/** Whether asking a read once more may help. A read that ran into its time limit has used up the person's patience. */
export const isWorthAnotherTry = (problem: Problem) =>
  problem.code === "upstream-unreachable" || problem.code === "upstream-cut" || problem.code === "upstream-fault";

const sentences = {
  noConnection: "No connection to the API could be made.",
  dropped: "The API closed the connection without an answer.",
  cut: "The API's answer broke off before its end.",
  late: (isSend: boolean) =>
    isSend
      ? "The API did not answer in time. The request may or may not have taken effect."
      : "The API did not answer in time.",
};

const isTimeout = (error: unknown) =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  (error instanceof Error && error.name === "TimeoutError");

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code = "code" in error ? String(error.code) : "";
  return neverLeft.has(code) || error.cause === undefined ? code : codeOf(error.cause) || code;
}
