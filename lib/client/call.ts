import { pathOf, restOf } from "@/lib/contract/match";
import { type InputOf, isOfPlatform, isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { fromProblemJson } from "@/lib/contract/problem-json";
import { attempt } from "@/lib/format/attempt";
import { parseJson } from "@/lib/format/json";
import type { RawAnswer } from "./answer";
import { presenceHeaders } from "./presence";

/**
 * `isBackground`: read for a list, so nobody has opened the record. `isShared`: read again because a change was announced; one
 * answer may serve all who ask.
 */
type How = { signal?: AbortSignal; isBackground?: boolean; isShared?: boolean };

/** Asks Switchboard's own server for an operation. Throws a Problem, whatever goes wrong. */
export async function call<Op extends Operation>(
  op: Op,
  input: InputOf<Op>,
  { signal, isBackground = false, isShared = false }: How = {},
): Promise<RawAnswer> {
  const rest = restOf(op, input);
  const body = isWrite(op) && Object.keys(rest).length > 0 ? JSON.stringify(rest) : null;
  const requestId = newRequestId();
  const response = await fetch(`/api${pathOf(op, input)}`, {
    method: op.method,
    headers: {
      accept: "application/json",
      "x-switchboard": "1",
      "x-request-id": requestId,
      ...presenceHeaders(),
      ...(isShared || isBackground ? { "x-switchboard-read": isShared ? "shared" : "background" } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body,
    signal: signal ?? null,
    cache: "no-store",
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable(op, { cause, requestId });
  });
  const text = await response.text().catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable(op, { cause, requestId });
  });
  return answerOf(op, { status: response.status, text, header: (name) => response.headers.get(name) });
}

type Received = { status: number; text: string; header: (name: string) => string | null };

/** What Switchboard's server said: the platform's answer, or the problem it is. */
export function answerOf(op: Operation, { status, text, header }: Received): RawAnswer {
  const body = attempt(() => parseJson(text));
  const readAt = header("x-read-at");
  if (status === 200 && body !== undefined && readAt) {
    const found = isOfPlatform(op) ? (body as Pick<RawAnswer, "raw" | "read" | "drift">) : { raw: body, drift: [] };
    return { ...found, status: Number(header("x-upstream-status")), requestId: header("x-request-id") ?? "", readAt };
  }
  throw (
    fromProblemJson(body) ??
    unreachable(op, { cause: text.slice(0, 200), requestId: header("x-request-id") ?? undefined })
  );
}

/** Nothing of ours answered. Whether a send arrived, nobody here knows. */
export function unreachable(op: Operation, met: { cause?: unknown; requestId?: string | undefined } = {}) {
  const details = { ...met, outcome: isWrite(op) ? ("unknown" as const) : undefined };
  return typeof navigator !== "undefined" && !navigator.onLine
    ? new Problem("offline", undefined, details)
    : new Problem("switchboard-unreachable", undefined, details);
}

/** A name for one request, from here to the platform's log. */
export const newRequestId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
