import { wirePathOf } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";

export type Answer = { status: number; body: unknown };
export type Target = { baseUrl: string; key: string; timeoutMs?: number };

/** A platform that lets so many requests in a row go unanswered is not waited for any longer. */
const silencesInARow = 2;

const notAnswering = "The platform has stopped answering.";

/** Whether a check was not tried because the platform has stopped answering. */
export const isNotAnswering = (error: unknown) => error instanceof Error && error.message === notAnswering;

/** Sends operations to a platform, whichever it is. */
export function createCaller({ baseUrl, key, timeoutMs = 10_000 }: Target) {
  let silences = 0;
  const silent = (error: unknown): never => {
    if (!isTimeout(error)) throw error;
    silences += 1;
    throw new Error(`There was no answer within ${timeoutMs / 1000} s.`);
  };

  return async function ask(op: Operation, input: Record<string, unknown>, sent: Sent = {}): Promise<Answer> {
    if (silences >= silencesInARow) throw new Error(notAnswering);
    const response = await fetch(baseUrl.replace(/\/+$/, "") + wirePathOf(op, input), {
      method: op.method,
      headers: { ...(sent.isAnonymous ? {} : { authorization: `Bearer ${key}` }), ...sent.headers },
      body: sent.body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(silent);
    const body = bodyOf(await response.text().catch(silent));
    silences = 0;
    return { status: response.status, body };
  };
}

export type Ask = ReturnType<typeof createCaller>;
type Sent = { isAnonymous?: boolean; headers?: Record<string, string>; body?: FormData | string };

export function csvForm(csv: string) {
  const form = new FormData();
  form.set("file", new Blob([csv], { type: "text/csv" }), "contacts.csv");
  return form;
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === "TimeoutError";

function bodyOf(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
