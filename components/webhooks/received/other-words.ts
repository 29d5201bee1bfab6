import type { Tone } from "@/components/ui/buttons/status-icon";
import type { OtherArrival } from "@/lib/contract/console/inbox/received";
import { countOf } from "@/lib/format/format-count";

type Words = { tone: Tone; name: string; did: string };

/** Name of a request that became no event, and how Switchboard answered it. */
export function otherWords({ kind, fault, is_cut, stray }: Omit<OtherArrival, "at" | "id" | "headers">): Words {
  if (stray) return strayWords(kind, stray);
  if (kind === "check") return { tone: "done", name: "Check", did: "Answered 200. No event is made of it." };
  if (kind === "refused")
    return { tone: "fault", name: "Refused", did: `Answered 401. ${fault ?? "This address refuses it."}` };
  const did = is_cut
    ? "Answered 200. It was larger than the limit of 10 MB, so only its first 256 kB are stored."
    : "Answered 200 and stored.";
  return { tone: "wait", name: "Cut", did };
}

function strayWords(
  kind: OtherArrival["kind"],
  { count, last_four, client }: NonNullable<OtherArrival["stray"]>,
): Words {
  const [status, what] = kind === "removed" ? [410, "a removed address"] : [404, "an unknown address"];
  const ending = last_four && ` that ends with ${last_four}`;
  const from = client ? ` from ${client}` : " from further senders";
  const did = `Answered ${status}: ${countOf(count, "request")} to ${what}${ending}${from}. No content is stored.`;
  return {
    tone: kind === "removed" ? "fault" : "idle",
    name: kind === "removed" ? "Removed address" : "Unknown address",
    did,
  };
}
