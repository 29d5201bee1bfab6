import { attempt } from "@/lib/format/attempt";
import { isPlainObject } from "@/lib/format/json";

const challengeNames = ["hub.challenge", "challenge", "validationToken", "check", "crc_token"];
const isEchoable = (text: unknown): text is string =>
  typeof text === "string" && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(text);
const largestCheckBytes = 4_096;

/**
 * What a platform wants echoed before it uses an address: a parameter of its address, or the `challenge` of a small JSON body.
 * Undefined for an event.
 */
export function challengeIn(query: URLSearchParams, body: Buffer): string | undefined {
  const asked = challengeNames.map((name) => query.get(name)).find(isEchoable);
  if (asked !== undefined || body.length === 0 || body.length > largestCheckBytes) return asked;
  const parsed: unknown = attempt(() => JSON.parse(body.toString("utf8")));
  return isPlainObject(parsed) && isEchoable(parsed.challenge) ? parsed.challenge : undefined;
}
