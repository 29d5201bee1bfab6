import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";

/** Kinds of rows that can hold a number, with the words for one and for several. */
export const storedKinds = {
  deliveries: ["delivery", "deliveries"],
  versions: ["record version", "record versions"],
  events: ["received event", "received events"],
  bodies: ["content of an event", "contents of events"],
  calls: ["call", "calls"],
  alerts: ["alert or message", "alerts and messages"],
  left_out: ["row left out of an upload", "rows left out of uploads"],
  sent: ["row of an upload", "rows of uploads"],
  records: ["known record", "known records"],
  automatic: ["automatic action", "automatic actions"],
  audit: ["line of the audit log", "lines of the audit log"],
  waiting: ["event that waits on disk", "events that wait on disk"],
  other: ["other row", "other rows"],
} as const;

export type StoredKind = keyof typeof storedKinds;

/** "12 deliveries" */
export const storedText = (kind: StoredKind, rows: number) => countOf(rows, storedKinds[kind][0], storedKinds[kind][1]);

export type NumberReport = {
  /** Kinds with rows, in the order of `storedKinds`. */
  stored: { kind: StoredKind; rows: number }[];
  /** True if the number is on the do-not-call list, where it stays. */
  is_blocked: boolean;
};

export const reportNumber = operation({
  id: "erasures.report",
  label: "See what is stored of a person",
  method: "POST",
  isRead: true,
  path: "/console/erasures/report",
  output: ownAnswer<NumberReport>(),
  allow: ["admin"],
});

export const lastFour = (number: string) => number.slice(-4);

/** The number is in the body, so that no address or log has it. `last_four` is typed to confirm. */
export const eraseNumber = operation({
  id: "erasures.erase",
  label: "Erase a person",
  phraseOf: ({ number }: { number: string }) => `erase a person with a number ending ${lastFour(number)}`,
  method: "POST",
  path: "/console/erasures",
  output: ownAnswer<NumberReport & { message: string }>(),
  allow: ["admin"],
});

/** People of the audit log who are not on the team any more. */
export const listFormerColleagues = operation({
  id: "erasures.colleagues",
  label: "See former colleagues in the audit log",
  method: "GET",
  path: "/console/former-colleagues",
  output: ownAnswer<{ data: { person_id: string; name: string; email: string }[] }>(),
  allow: ["admin"],
});

export const replaceColleague = operation({
  id: "erasures.replace_colleague",
  label: "Replace a former colleague’s name",
  phrase: "replace the name of a former colleague in the audit log",
  method: "POST",
  path: "/console/former-colleagues",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});
