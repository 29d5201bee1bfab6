import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import type { Me } from "./me";

/** Masking of phone numbers for support staff and viewers. `set_by` is null if nobody chose. */
export type Masking = { is_on: boolean; set_by: string | null };

export const getMasking = operation({
  id: "masking.get",
  label: "See whether phone numbers are hidden",
  method: "GET",
  path: "/console/masking",
  output: ownAnswer<Masking>(),
  allow: ["admin"],
});

export const setMasking = operation({
  id: "masking.set",
  label: "Hide phone numbers from support staff and viewers",
  phraseOf: ({ is_on }: { is_on: boolean }) =>
    is_on ? "hide phone numbers from support staff and viewers" : "show phone numbers to everyone",
  method: "POST",
  path: "/console/masking",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** For how long a session shows numbers. */
export const shownMinutes = 15;

/** Shows masked numbers in this session for some minutes. The audit log keeps the reason. */
export const showNumbers = operation({
  id: "masking.show",
  label: "Show hidden phone numbers",
  phrase: `show hidden phone numbers for ${shownMinutes} minutes`,
  method: "POST",
  path: "/console/masking/show",
  output: ownAnswer<Me>(),
  allow: roles,
  isInputKept: true,
});
