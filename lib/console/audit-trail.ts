import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { type AuditRow, macOf } from "./audit-chain";
import type { Console, Ending, Person, Sent } from "./console";
import { storable } from "./storable";
import { auditHeadTable, auditTable } from "./tables";

type Line = Omit<AuditRow, "id">;
type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

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

  async function append(lines: readonly Line[], before?: (tx: Transaction) => Promise<void>) {
    await db.transaction(async (tx) => {
      const [head] = await tx.select().from(auditHeadTable).for("update");
      if (!head) throw new Error("The end of the audit log is missing.");
      await before?.(tx);
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
    await append([begunLine(entry, sent.op.id, sent)], (tx) => refuseRepeated(tx, sent));
    if (sent.request === null) ownEntries.add(entry);
    return entry;
  }

  async function finish(entry: string, ending: Ending) {
    // What Switchboard itself answers may hold a first password; what the platform answers is worth keeping.
    const body = ownEntries.delete(entry) ? null : short(ending.body);
    await append([finishedLine(entry, { ...ending, message: short(ending.message), body })]);
  }

  async function record(event: SignInEvent) {
    const entry = randomUUID();
    const { action, person, requestId, address, ...ending } = event;
    const begun = begunLine(entry, action, { person, target: null, request: null, requestId, address });
    await append([begun, finishedLine(entry, { ...ending, body: null })]);
  }

  return { begin, finish, record } satisfies Console["audit"] & Record<string, unknown>;
}

/** A browser sends a request again by itself when its line was cut. The same person's same request is carried out once. */
async function refuseRepeated(tx: Transaction, { person, op, requestId }: Sent) {
  const isSame = [eq(auditTable.requestId, requestId), eq(auditTable.actorId, person.id), eq(auditTable.action, op.id)];
  const [before] = await tx
    .select({ id: auditTable.id })
    .from(auditTable)
    .where(and(...isSame))
    .limit(1);
  if (!before) return;
  throw new Problem("sent_once", "The line was cut, and the browser asked a second time. It was sent once.", {
    outcome: "unknown",
  });
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
