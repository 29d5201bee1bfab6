import type { Tone } from "@/components/ui/buttons/status-icon";
import type { HookAddress, InboxSetup } from "@/lib/contract/console/inbox/addresses";

const setupStates = ["address", "seen", "event", "confirmed"] as const;
export type SetupState = (typeof setupStates)[number];

/** Addresses that are not removed, newest first. */
export const openAddresses = (addresses: readonly HookAddress[]) =>
  addresses.filter(({ removed_at }) => removed_at === null);

/** Steps that are done. An event proves that the platform has the address, even if its list does not show it. */
export function doneStates(addresses: readonly HookAddress[], setup: InboxSetup): Record<SetupState, boolean> {
  const event = setup.first_event_at !== null;
  return {
    address: openAddresses(addresses).length > 0,
    seen: setup.seen_on_platform_at !== null,
    event,
    confirmed: setup.first_confirmed_at !== null,
  };
}

/** The first state that is not done; undefined once all are. */
export const nextState = (done: Record<SetupState, boolean>) => setupStates.find((state) => !done[state]);

const headings: Record<SetupState, string> = {
  address: "Make an address for the platform’s events",
  seen: "Enter the address as a webhook on your platform",
  event: "The platform has the address. Waiting for the first event",
  confirmed: "Events arrive. Waiting for the first confirmed call",
};

export function setupHeading(next: SetupState | undefined, hasEvents: boolean): { tone: Tone; text: string } {
  if (next === undefined) return { tone: "ok", text: "Events arrive, and calls fill themselves" };
  if (next === "seen" && hasEvents)
    return { tone: "wait", text: "Events arrive, but the platform lists no such webhook" };
  return { tone: next === "address" ? "idle" : "live", text: headings[next] };
}
