import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { type AuditRow, macOf } from "./audit-chain";
import type { Console, Ending, Person, Sent } from "./console";
import { storable } from "./storable";
import { auditHeadTable, auditTable } from "./tables";

type Line = Omit<AuditRow, "id">;

/** Something that happened at the gate. Who it was may not be known. */
export type SignInEvent = Pick<Ending, "outcome" | "status" | "message"> & {
  action: string;
  person: Pick<Person, "id" | "name" | "email" | "role"> | { email: string };
  requestId: string;
  address: string;
};

/** Writes the audit log. Each row is tied to the one before it by a keyed hash, in the transaction that writes it. */
export function createAuditTrail(db: Database, key: string) {
  const ownEntries = new Set<string>();

  async function append(...lines: Line[]) {
    await db.transaction(async (tx) => {
      const [head] = await tx.select().from(auditHeadTable).for("update");
      if (!head) throw new Error("The end of the audit log is missing.");
      let { lastId, mac } = head;
      for (const line of lines) {
        const row = { ...asStored(line), id: lastId + 1 };
        mac = macOf(key, mac, row);
        lastId = row.id;
        await tx.insert(auditTable).values({ ...row, mac });
      }
      await tx.update(auditHeadTable).set({ lastId, mac }).where(eq(auditHeadTable.one, true));
    });
  }

  async function begin(sent: Sent) {
    const entry = randomUUID();
    await append(begunLine(entry, sent.op.id, sent));
    if (sent.request === null) ownEntries.add(entry);
    return entry;
  }

  async function finish(entry: string, ending: Ending) {
    // What Switchboard itself answers may hold a first password; what the platform answers is worth keeping.
    const body = ownEntries.delete(entry) ? null : short(ending.body);
    await append(finishedLine(entry, { ...ending, message: short(ending.message), body }));
  }

  async function record(event: SignInEvent) {
    const entry = randomUUID();
    const { action, person, requestId, address, ...ending } = event;
    const begun = begunLine(entry, action, { person, target: null, request: null, requestId, address });
    await append(begun, finishedLine(entry, { ...ending, body: null }));
  }

  return { begin, finish, record } satisfies Console["audit"] & Record<string, unknown>;
}

/** The chain covers the log as it is read again, so a line is made what the database keeps before it is hashed. */
const asStored = (line: Line) =>
  // The same columns with the same kinds of values, which entries and fromEntries do not carry over.
  Object.fromEntries(
    Object.entries(line).map(([column, value]) => [column, typeof value === "string" ? storable(value) : value]),
  ) as Line;

export type AuditTrail = ReturnType<typeof createAuditTrail>;

type Begun = Pick<Sent, "target" | "request" | "requestId" | "address" | "detail"> & { person: SignInEvent["person"] };

const begunLine = (
  entry: string,
  action: string,
  { person, target, request, requestId, address, detail }: Begun,
): Line => ({
  ...nothing,
  entry,
  kind: "begun",
  at: new Date(),
  actorId: "id" in person ? person.id : null,
  actorName: "name" in person ? person.name : "",
  actorEmail: person.email,
  role: "role" in person ? person.role : "",
  action,
  target,
  request,
  requestId,
  address,
  detail: detailOf(detail),
});

const finishedLine = (entry: string, { outcome, status, message, body, detail }: Ending): Line => ({
  ...nothing,
  entry,
  kind: "finished",
  at: new Date(),
  outcome,
  status,
  message,
  body,
  detail: detailOf(detail),
});

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
