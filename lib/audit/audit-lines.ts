import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { viewableRoles } from "@/lib/contract/console/people/me";
import type { Role } from "@/lib/contract/operation";
import { storable } from "@/lib/db/storable";
import type { AuditRow } from "./audit-chain";
import type { AuditedSend, AuditOutcome } from "./audited-send";

export type AuditLine = Omit<AuditRow, "id">;

/** The person or rule that acted. Without an ID if it is not a known person. */
export type Actor =
  | Pick<Person, "id" | "name" | "email" | "role" | "viewedFrom">
  | { email: string; name?: string; role?: Role };

/** The actor of Switchboard's own actions. */
export const itself: Actor = { name: "Switchboard", email: "" };

type BegunInput = Pick<AuditedSend, "requestId" | "address" | "detail"> &
  Partial<Pick<AuditedSend, "target" | "request">> & { person: Actor };

export const begunLine = (
  entry: string,
  action: string,
  { person, target = null, request = null, requestId, address, detail }: BegunInput,
): AuditLine =>
  asStored({
    ...emptyLine,
    entry,
    kind: "begun",
    at: clock.now(),
    actorId: "id" in person ? person.id : null,
    actorName: person.name ?? "",
    actorEmail: person.email,
    role: roleOf(person),
    action,
    target,
    request,
    requestId,
    address,
    detail: detailOf(detail),
  });

/** "admin as support" for an admin who views as support staff. */
const roleOf = (person: Actor) =>
  "viewedFrom" in person && person.viewedFrom ? `${person.viewedFrom}${as}${person.role}` : (person.role ?? "");

const as = " as ";

/** The actor's name, with the role that an admin viewed as. */
export function actorNameOf({ actorName, role }: Pick<AuditRow, "actorName" | "role">) {
  const viewed = Object.entries(viewableRoles).find(([viewable]) => role?.endsWith(`${as}${viewable}`));
  return viewed ? `${actorName} (as ${viewed[1]})` : (actorName ?? "");
}

export const finishedLine = (entry: string, { outcome, status, message, body, detail }: AuditOutcome): AuditLine =>
  asStored({
    ...emptyLine,
    entry,
    kind: "finished",
    at: clock.now(),
    outcome,
    status,
    message: short(message),
    body: short(body),
    detail: detailOf(detail),
  });

/** Converts texts to what PostgreSQL stores before a line is hashed, because the chain is verified from stored lines. */
const asStored = (line: AuditLine) =>
  // Columns and value types are unchanged, which the types of entries and fromEntries do not show.
  Object.fromEntries(
    Object.entries(line).map(([column, value]) => [column, typeof value === "string" ? storable(value) : value]),
  ) as AuditLine;

const short = (text: string | null) => text?.slice(0, 4096) ?? null;

const emptyLine = {
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
