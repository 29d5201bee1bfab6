import { clock } from "@/lib/clock";
import type { AuditOutcome, Person, Sent } from "@/lib/console/console-types";
import type { Role } from "@/lib/contract/operation";
import { isPlainObject } from "@/lib/format/json";
import type { AuditRow } from "./audit-chain";

export type AuditLine = Omit<AuditRow, "id">;

/** Who did it, as far as is known. */
export type Actor = Pick<Person, "id" | "name" | "email" | "role"> | { email: string; name?: string; role?: Role };

/** Who acts where nobody does. */
export const itself: Actor = { name: "Switchboard", email: "" };

type Begun = Pick<Sent, "requestId" | "address" | "detail"> &
  Partial<Pick<Sent, "target" | "request">> & { person: Actor };

export const begunLine = (
  entry: string,
  action: string,
  { person, target = null, request = null, requestId, address, detail }: Begun,
): AuditLine =>
  asStored({
    ...nothing,
    entry,
    kind: "begun",
    at: clock.now(),
    actorId: "id" in person ? person.id : null,
    actorName: person.name ?? "",
    actorEmail: person.email,
    role: person.role ?? "",
    action,
    target,
    request,
    requestId,
    address,
    detail: detailOf(detail),
  });

export const finishedLine = (entry: string, { outcome, status, message, body, detail }: AuditOutcome): AuditLine =>
  asStored({
    ...nothing,
    entry,
    kind: "finished",
    at: clock.now(),
    outcome,
    status,
    message: short(message),
    body: short(body),
    detail: detailOf(detail),
  });

/** The chain covers the log as it is read again, so a line is made what the database keeps before it is hashed. */
const asStored = (line: AuditLine) =>
  // The same columns with the same kinds of values, which entries and fromEntries do not carry over.
  Object.fromEntries(
    Object.entries(line).map(([column, value]) => [column, typeof value === "string" ? storable(value) : value]),
  ) as AuditLine;

const short = (text: string | null) => text?.slice(0, 4096) ?? null;

const nothing = {
  actorId: null,
  actorName: null,
  actorEmail: null,
  role: null,
  action: null,
  target: null,
  request: null,
  requestId: null,
  address: null,
  outcome: null,
  status: null,
  message: null,
  body: null,
};

const secretName = /password|passwd|secret|token|api_?key|authorization|cookie/i;

function detailOf(detail: Record<string, unknown> | undefined) {
  if (!detail) return null;
  return JSON.stringify(detail, (name, value) => (secretName.test(name) ? undefined : value)).slice(0, 8192);
}

/** A text as PostgreSQL keeps it: it takes no NUL, and half a character becomes another one on the way. */
export const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** JSON text, as `JSON.stringify` writes it, whose texts jsonb can keep: no NUL in them and no half of a character. */
export const storableJson = (json: string) =>
  json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1\ufffd");

/** Whether jsonb refused the text: a NUL or half of a character is in it. */
export const isUnstorable = (error: unknown) =>
  error instanceof Error &&
  isPlainObject(error.cause) &&
  (error.cause.code === "22P05" || error.cause.code === "22P02");
