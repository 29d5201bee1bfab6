import type { Tone } from "@/components/ui/buttons/status-icon";
import type { OtherArrival } from "@/lib/contract/console/inbox/received";

type Words = { tone: Tone; name: string; did: string };

/** Name of a request that became no event, and how Switchboard answered it. */
export function otherWords({ kind, fault, is_cut }: Pick<OtherArrival, "kind" | "fault" | "is_cut">): Words {
  if (kind === "check") return { tone: "done", name: "Check", did: "Answered 200. No event is made of it." };
  if (kind === "refused")
    return { tone: "fault", name: "Refused", did: `Answered 401. ${fault ?? "This address refuses it."}` };
  const did = is_cut
    ? "Answered 200. It was larger than the limit of 10 MB, so only its first 256 kB are stored."
    : "Answered 200 and stored.";
  return { tone: "wait", name: "Cut", did };
}
