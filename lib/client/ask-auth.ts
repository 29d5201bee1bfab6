import { Problem } from "@/lib/contract/problem";
import { fromProblemJson } from "@/lib/contract/problem-json";
import { isOfProxySignIn, proxySignIn } from "./call";

/** Calls a sign-in endpoint, with POST if there is a body. Every failure is thrown as a Problem. */
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
    redirect: "manual",
  }).catch((cause: unknown) => {
    const isOffline = typeof navigator !== "undefined" && !navigator.onLine;
    throw isOffline
      ? new Problem("offline", undefined, { cause })
      : new Problem("switchboard-unreachable", undefined, { cause });
  });
  const answer: unknown = await response.json().catch(withoutJson);
  if (response.ok && answer !== undefined) return answer as Answer;
  throw (
    fromProblemJson(answer) ??
    (isOfProxySignIn(response.status) ? proxySignIn() : new Problem("switchboard-unreachable"))
  );
}

/** Some answers have no body, and those of a proxy are no JSON. */
const withoutJson = () => undefined;
