import { errors } from "undici";
import { Problem, type Upstream } from "@/lib/contract/problem";
import { tlsMessage } from "@/lib/gateway/diagnostics/connection-messages";

/** How far an exchange had come when it failed: before it left, before an answer began, or within the answer. */
export type Phase = "queued" | "asking" | "reading";

/** The problem that a failed exchange is. Once it began to leave, a send may have arrived, whatever the fault. */
export function faultOf(error: unknown, phase: Phase, isSend: boolean): Problem {
  if (error instanceof Problem) return error;
  const mayHaveLeft = phase === "queued" ? "refused" : "unknown";
  const details = { outcome: isSend ? mayHaveLeft : undefined, cause: error } as const;
  if (isTimeout(error)) return new Problem("upstream-timeout", sentences.late(isSend), details);
  return new Problem("upstream-cut", phase === "reading" ? sentences.cut : sentences.dropped, details);
}

/** The problem that a connection is which never came about: nothing has left by it. */
export function noConnection(error: Error, isSend: boolean): Problem {
  const why = tlsMessage("code" in error ? String(error.code) : "");
  const sentence = why ? `No secure connection (TLS) to the platform could be made. ${why}` : sentences.noConnection;
  return new Problem("upstream-unreachable", sentence, { outcome: isSend ? "refused" : undefined, cause: error });
}

/** Whether a problem says that the platform as a whole may be down: what the breaker counts. */
export const isOutage = (problem: Problem) =>
  problem.code === "upstream-unreachable" ||
  problem.code === "upstream-timeout" ||
  problem.code === "upstream-cut" ||
  (problem.code === "upstream-fault" && problem.upstream !== undefined && !isOfOneEndpoint(problem.upstream));

/** An endpoint that fails, or that the platform does not have: the rest of it may well answer. */
const isOfOneEndpoint = ({ status }: Upstream) => status === 500 || status === notImplemented;

const notImplemented = 501;

/** Whether a failure is one that the platform answered with. A full queue or a sender who left says nothing about it. */
export const isAnswer = (error: unknown) =>
  error instanceof Problem && (error.upstream !== undefined || error.code.startsWith("upstream-"));

/**
 * Whether asking a read once more may help: not at once, where the platform says when. A read that ran into its time limit
 * has used up the person's patience.
 */
export const isWorthAnotherTry = (problem: Problem) =>
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
