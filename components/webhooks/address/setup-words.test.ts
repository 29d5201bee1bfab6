import { expect, test } from "vitest";
import type { HookAddress, InboxSetup } from "@/lib/contract/console/inbox/addresses";
import { doneStates, nextState, setupHeading } from "./setup-words";

const setup = (rest: Partial<InboxSetup> = {}): InboxSetup => ({
  ...{ seen_on_platform_at: null, first_event_at: null, first_confirmed_at: null },
  ...{ counts: { events: 0, calls: 0, campaigns: 0, assistants: 0 }, tried: { total: 0, failed: 0 } },
  ...rest,
});
const address = (removed_at: string | null) => ({ id: "a", removed_at }) as HookAddress;
const at = "2026-11-20T09:00:00Z";
const [open, seen, event] = [[address(null)], { seen_on_platform_at: at }, { first_event_at: at }];

test.each([
  [[], {}, "address", "Make an address for the platform’s events"],
  [[address(at)], {}, "address", "Make an address for the platform’s events"],
  [open, {}, "seen", "Enter the address as a webhook on your platform"],
  [open, event, "seen", "Events arrive, but the platform lists no such webhook"],
  [open, seen, "event", "The platform has the address. Waiting for the first event"],
  [open, { ...seen, ...event }, "confirmed", "Events arrive. Waiting for the first confirmed call"],
  [open, { ...seen, ...event, first_confirmed_at: at }, undefined, "Events arrive, and calls fill themselves"],
] as const)("with %j and %j the next state is %s", (addresses, found, next, heading) => {
  const done = doneStates(addresses, setup(found));
  expect(nextState(done)).toBe(next);
  expect(setupHeading(next, done.event).text).toBe(heading);
});
