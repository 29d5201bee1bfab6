import type { Examined } from "@/lib/console/console-types";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import type { Probe } from "@/lib/contract/console/connection";
import { isUsable } from "@/lib/contract/console/connection-change";
import { createSecretFilter } from "@/lib/gateway/secret-filter";
import { createUpstream, type Limits, type Upstream } from "@/lib/gateway/upstream";
import { connectionChecks } from "./connection-checks";
import { checkNetwork } from "./network-check";
import { keyCheck, openReads, type ReadTry, readCheck, tryRead, tryReads } from "./read-checks";

type Line = { baseUrl: string; key: string; timeoutMs?: number; limits?: Partial<Limits> };

/** Looks at a line as an operator would: is it there, is it safe, is the key taken, does it answer as its contract says. */
export async function* examineConnection({ limits = {}, ...line }: Line): AsyncGenerator<Examined> {
  const { baseUrl, key, timeoutMs = 10_000 } = line;
  const withoutKey = createSecretFilter(key);
  // Its own client: an examination neither waits for the server's breaker nor trips it.
  const upstream = createUpstream({ baseUrl, key, timeoutMs, limits });
  try {
    for await (const check of examined(new URL(baseUrl), upstream, limits.wholeMs ?? timeoutMs))
      yield { ...check, says: withoutKey(check.says), notes: check.notes.map(withoutKey) };
  } finally {
    await upstream.close();
  }
}

async function* examined(base: URL, upstream: Upstream, limitMs: number): AsyncGenerator<Examined> {
  const [, path = ""] = upstream.requestLine(listWebhooks, {}).split(" ");
  const contact = await checkNetwork(new URL(path, base.origin), limitMs);
  yield* connectionChecks(contact);
  if (!contact.answer) return;
  await upstream.prepare();
  const tries: ReadTry[] = [];
  const checks: Examined[] = [];
  for await (const found of tryReads(upstream)) {
    if ("op" in found) tries.push(found);
    checks.push("op" in found ? readCheck(found) : found);
  }
  yield keyCheck(tries, contact.answer.status >= 200 && contact.answer.status < 300);
  yield* checks;
}

export type Outcome = "well" | "look" | "unusable";

/** What the checks come to: a line is of no use when its key is refused or no read at all is answered. */
export function outcomeOf(checks: readonly Examined[]): Outcome {
  if (!isUsable(checks)) return "unusable";
  return checks.some(({ outcome }) => outcome === "look" || outcome === "fault") ? "look" : "well";
}

/** The short form, for asking again and again: each read that needs no identifier, all at once, as somebody waits. */
export function createProbe(upstream: Upstream) {
  return async (): Promise<Probe[]> => {
    const tries = await Promise.all(openReads.map((op) => tryRead(upstream, op, {})));
    return tries.map(({ probe }) => probe);
  };
}
