import { Problem } from "@/lib/contract/problem";
import { fromProblemJson } from "@/lib/contract/problem-json";

/** Asks sign-in's own door; with a body it is a send. Throws a Problem, whatever goes wrong. */
export async function askAuth<Answer = unknown>(path: string, body?: Record<string, unknown>): Promise<Answer> {
  const response = await fetch(`/api/auth/${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      accept: "application/json",
      "x-switchboard": "1",
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body: body ? JSON.stringify(body) : null,
    cache: "no-store",
  }).catch((cause: unknown) => {
    const isOffline = typeof navigator !== "undefined" && !navigator.onLine;
    throw isOffline
      ? new Problem("offline", undefined, { cause })
      : new Problem("switchboard-unreachable", undefined, { cause });
  });
  const said: unknown = await response.json().catch(() => undefined);
  if (response.ok) return said as Answer;
  throw fromProblemJson(said) ?? new Problem("switchboard-unreachable");
}
