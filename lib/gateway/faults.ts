import { errors } from "undici";
import { Problem, type Upstream } from "@/lib/contract/problem";
import { tlsMessage } from "@/lib/gateway/diagnostics/connection-messages";

export type Phase = "queued" | "waiting" | "reading";

/** Maps a failed exchange to a Problem. The outcome of a send is unknown as soon as its first byte may have left. */
export function problemOf(error: unknown, phase: Phase, isSend: boolean): Problem {
  if (error instanceof Problem) return error;
  const mayHaveLeft = phase === "queued" ? "refused" : "unknown";
  const details = { outcome: isSend ? mayHaveLeft : undefined, cause: error } as const;
  if (isTimeout(error)) return new Problem("upstream-timeout", sentences.late(isSend), details);
  return new Problem("upstream-cut", phase === "reading" ? sentences.cut : sentences.dropped, details);
}

/** The Problem of a failed connection attempt. A send is refused, because no byte has left. */
export function connectionProblem(error: Error, isSend: boolean): Problem {
  const reason = tlsMessage("code" in error ? String(error.code) : "");
  const sentence = reason
    ? `No secure connection (TLS) to the platform could be made. ${reason}`
    : sentences.noConnection;
  return new Problem("upstream-unreachable", sentence, { outcome: isSend ? "refused" : undefined, cause: error });
}

/** True if the platform as a whole may be down. The circuit breaker counts these. */
export const isOutage = (problem: Problem) =>
  problem.code === "upstream-unreachable" ||
  problem.code === "upstream-timeout" ||
  problem.code === "upstream-cut" ||
  (problem.code === "upstream-fault" && problem.upstream !== undefined && !isOfOneEndpoint(problem.upstream));

/** True if only this endpoint fails or is missing; other endpoints may still answer. */
const isOfOneEndpoint = ({ status }: Upstream) => status === 500 || status === notImplemented;

const notImplemented = 501;

/** True if the failure came from the platform. A full queue or a cancelled request says nothing about the platform. */
export const isAnswer = (error: unknown) =>
  error instanceof Problem && (error.upstream !== undefined || error.code.startsWith("upstream-"));

/** True for transient faults. Not for timeouts, because the person has already waited that long. */
export const isTransient = (problem: Problem) =>
  (problem.code === "upstream-unreachable" || problem.code === "upstream-cut" || problem.code === "upstream-fault") &&
  problem.retryAfterSeconds === undefined &&
  problem.upstream?.status !== notImplemented;

const sentences = {
  noConnection: "No connection to the platform could be made.",
  dropped: "The platform closed the connection without an answer.",
  cut: "The platform's answer was cut off.",
  late: (isSend: boolean) =>
    isSend
      ? "The platform did not answer in time. The request may or may not have taken effect."
      : "The platform did not answer in time.",
};

const isTimeout = (error: unknown) =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  (error instanceof Error && error.name === "TimeoutError");
