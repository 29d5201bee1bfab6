import { listWebhooks } from "@/lib/contract/api/webhooks";
import type { Probe } from "@/lib/contract/console/connection";
import { isUsable } from "@/lib/contract/console/connection-change";
import { createSecretFilter } from "@/lib/gateway/secret-filter";
import { type Limits, Upstream } from "@/lib/gateway/upstream";
import { connectionChecks, type Examined } from "./connection-checks";
import { checkNetwork } from "./network-check";
import { keyCheck, openReads, type ReadResult, readCheck, tryRead, tryReads } from "./read-checks";

type ConnectionOptions = { baseUrl: string; key: string; timeoutMs?: number; limits?: Partial<Limits> };

/** Checks a connection: address, TLS, key and whether the reads match the contract. The key is removed from all texts. */
export async function* examineConnection({ limits = {}, ...connection }: ConnectionOptions): AsyncGenerator<Examined> {
  const { baseUrl, key, timeoutMs = 10_000 } = connection;
  const withoutKey = createSecretFilter(key);
  // A separate client, so that the checks neither wait for the server's circuit breaker nor trip it.
  const upstream = new Upstream({ baseUrl, key, timeoutMs, limits });
  try {
    for await (const check of runChecks(new URL(baseUrl), upstream, limits.wholeMs ?? timeoutMs))
      yield { ...check, message: withoutKey(check.message), notes: check.notes.map(withoutKey) };
  } finally {
    await upstream.close();
  }
}

async function* runChecks(base: URL, upstream: Upstream, limitMs: number): AsyncGenerator<Examined> {
  const [, path = ""] = upstream.requestLine(listWebhooks, {}).split(" ");
  const network = await checkNetwork(new URL(path, base.origin), { limitMs });
  yield* connectionChecks(network);
  if (!network.answer) return;
  await upstream.prepare();
  const results: ReadResult[] = [];
  const checks: Examined[] = [];
  for await (const result of tryReads(upstream)) {
    if ("op" in result) results.push(result);
    checks.push("op" in result ? readCheck(result) : result);
  }
  yield keyCheck(results, network.answer.status >= 200 && network.answer.status < 300);
  yield* checks;
}

export type Outcome = "well" | "look" | "unusable";

/** The overall result. A connection is unusable if its key is refused or no read is answered. */
export function outcomeOf(checks: readonly Examined[]): Outcome {
  if (!isUsable(checks)) return "unusable";
  return checks.some(({ outcome }) => outcome === "look" || outcome === "fault") ? "look" : "well";
}

/** Short form for repeated polling: all reads that need no identifier, in parallel because a person waits. */
export function createProbe(upstream: Upstream) {
  return async (): Promise<Probe[]> => {
    const results = await Promise.all(openReads.map((op) => tryRead(upstream, op, {})));
    return results.map(({ probe }) => probe);
  };
}
