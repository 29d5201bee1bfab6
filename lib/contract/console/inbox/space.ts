import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

/** Contents of events on the disk. `day` is null for all days that cannot be deleted apart. */
export type KeptDay = { day: string | null; bytes: number };

/** `free_bytes` is null if the database is on another server. `is_short`: contents are not kept, because little space is free. */
export type InboxSpace = { free_bytes: number | null; is_short: boolean; days: KeptDay[] };

export const getSpace = operation({
  id: "inbox.space",
  label: "See the space that contents of events take",
  method: "GET",
  path: "/console/inbox/space",
  output: ownAnswer<{ data: InboxSpace }>(),
  allow: ["admin"],
});

/** Deletes contents by whole days, so that their space is free at once. Facts stay. */
export const freeSpace = operation({
  id: "inbox.free_space",
  label: "Delete the oldest contents of events",
  phrase: "delete the oldest contents of events",
  method: "POST",
  path: "/console/inbox/space",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
  freesSpace: true,
});

/** Bytes of contents that an address keeps a day. Null for a tenth of the free space. */
export const setBudget = operation({
  id: "inbox.set_budget",
  label: "Change how much content an address keeps",
  phrase: "change how much content {it} keeps a day",
  method: "POST",
  path: "/console/inbox/addresses/{address_id}/budget",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});
