import { unreachable } from "@/lib/client/call";
import { savePreferences } from "@/lib/contract/me";
import { fromProblemJson, Problem } from "@/lib/contract/problem";

/** Asks sign-in's own door for something. Throws a Problem, whatever goes wrong. */
export async function sendToAuth(path: string, body: Record<string, unknown>) {
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", "x-switchboard": "1" },
    body: JSON.stringify(body),
    cache: "no-store",
  }).catch((cause: unknown) => {
    throw unreachable(savePreferences, cause);
  });
  if (response.ok) return;
  const said: unknown = await response.json().catch(() => undefined);
  throw fromProblemJson(said) ?? new Problem("internal", "Something went wrong on our side.");
}
