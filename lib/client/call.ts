import { clock } from "@/lib/clock";
import type { InputOf } from "@/lib/contract/inputs";
import { pathOf, restOf } from "@/lib/contract/match";
import { hasBody, isOfPlatform, isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { fromProblemJson } from "@/lib/contract/problem-json";
import { attempt } from "@/lib/format/attempt";
import { parseJson } from "@/lib/format/json";
import type { RawAnswer } from "./answer";

/**
 * `isBackground` marks a read for a list, in which no record was opened. `isShared` marks a refetch after an announced
 * change, whose answer may serve several callers.
 */
type CallOptions = { signal?: AbortSignal; isBackground?: boolean; isShared?: boolean };

/** Sends an operation to Switchboard's server. Every failure but an abort is thrown as a Problem. */
export async function call<Op extends Operation>(
  op: Op,
  input: InputOf<Op>,
  { signal, isBackground = false, isShared = false }: CallOptions = {},
): Promise<RawAnswer> {
  const rest = restOf(op, input);
  const body = hasBody(op) && Object.keys(rest).length > 0 ? JSON.stringify(rest) : null;
  const requestId = newRequestId();
  const sentMs = clock.machineMs();
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
    redirect: "manual",
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable(op, { cause, requestId });
  });
  const serverMs = response.headers.get("x-time");
  if (serverMs !== null) clock.follow(Number(serverMs), sentMs);
  const text = await response.text().catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable(op, { cause, requestId });
  });
  return answerOf(op, { status: response.status, text, header: (name) => response.headers.get(name) });
}

type ServerResponse = { status: number; text: string; header: (name: string) => string | null };

/** The platform's answer in a server response. Throws the Problem that the response carries. */
export function answerOf(op: Operation, { status, text, header }: ServerResponse): RawAnswer {
  const body = attempt(() => parseJson(text));
  const readAt = header("x-read-at");
  if (status === 200 && body !== undefined && readAt) {
    const content = isOfPlatform(op) ? (body as Pick<RawAnswer, "raw" | "read" | "drift">) : { raw: body, drift: [] };
    return { ...content, status: Number(header("x-upstream-status")), requestId: header("x-request-id") ?? "", readAt };
  }
  const problem = fromProblemJson(body) ?? (isOfProxySignIn(status) ? proxySignIn(op) : undefined);
  throw problem ?? unreachable(op, { cause: text.slice(0, 200), requestId: header("x-request-id") ?? undefined });
}

/** True for a response that is not Switchboard's: a redirect (status 0), a page, or a refusal without our body. */
export const isOfProxySignIn = (status: number) => status < 400 || status === 401 || status === 403;

export const proxySignIn = (op?: Operation) =>
  new Problem(
    "proxy-sign-in",
    "Something before Switchboard answered, such as a proxy. Reload the page to sign in there again.",
    {
      outcome: op && isWrite(op) ? "unknown" : undefined,
    },
  );

/** Problem for a request that our server did not answer. The outcome of a write is unknown. */
export function unreachable(op: Operation, context: { cause?: unknown; requestId?: string | undefined } = {}) {
  const details = { ...context, outcome: isWrite(op) ? ("unknown" as const) : undefined };
  return typeof navigator !== "undefined" && !navigator.onLine
    ? new Problem("offline", undefined, details)
    : new Problem("switchboard-unreachable", undefined, details);
}

/** Correlation ID of one request, from the browser to the platform's log. */
export const newRequestId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const awayAfterMs = 5 * 60_000;

let lastInputMs = 0;

const recordInput = ({ timeStamp }: Event) => {
  lastInputMs = timeStamp;
};

for (const type of ["pointerdown", "pointermove", "keydown", "wheel"])
  globalThis.addEventListener?.(type, recordInput, { capture: true, passive: true });

/** Marks requests after five minutes without input as unattended, so that they do not extend the session. */
const presenceHeaders = (): Record<string, string> =>
  performance.now() - lastInputMs > awayAfterMs ? { "x-switchboard-unattended": "1" } : {};
