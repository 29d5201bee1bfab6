import { wirePathOf } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";

export type Answer = { status: number; body: unknown };
export type Target = { baseUrl: string; key: string };

/** Sends operations to a platform, whichever it is. */
export function createCaller({ baseUrl, key }: Target) {
  return async function ask(op: Operation, input: Record<string, unknown>, sent: Sent = {}): Promise<Answer> {
    const response = await fetch(baseUrl.replace(/\/+$/, "") + wirePathOf(op, input), {
      method: op.method,
      headers: { ...(sent.isAnonymous ? {} : { authorization: `Bearer ${key}` }), ...sent.headers },
      body: sent.body,
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, body: bodyOf(await response.text()) };
  };
}

export type Ask = ReturnType<typeof createCaller>;
type Sent = { isAnonymous?: boolean; headers?: Record<string, string>; body?: FormData | string };

export function csvForm(csv: string) {
  const form = new FormData();
  form.set("file", new Blob([csv], { type: "text/csv" }), "contacts.csv");
  return form;
}

function bodyOf(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
