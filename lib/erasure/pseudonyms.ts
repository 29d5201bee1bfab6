import { randomBytes } from "node:crypto";
import { and, desc, eq, isNotNull, notInArray, notLike, or, sql } from "drizzle-orm";
import { pino } from "pino";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { AuditHead } from "@/lib/audit/audit-head";
import { type Actor, itself } from "@/lib/audit/audit-lines";
import { redactLines } from "@/lib/audit/redact-lines";
import { auditTable } from "@/lib/db/console/tables/audit";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import type { ErasureRecord } from "./erasure-records";

type Colleague = Pick<ErasureRecord, "personId" | "pseudonym">;

/** Replaces the name and address of a former colleague in the audit log. Resolves to the number of changed lines. */
export async function eraseColleague(
  tx: Transaction,
  secret: string,
  { personId, pseudonym }: Colleague,
  by: Actor = itself,
) {
  if (personId === null || pseudonym === null) return 0;
  const names = await namesOf(tx, personId, pseudonym);
  if (names.length === 0) return 0;
  const head = new AuditHead(tx, { key: auditKeyOf(secret), log: pino({ level: "silent" }) });
  // A single word can be part of other sentences.
  const isFound = (name: string) => name.includes("@") || /\S\s+\S/.test(name);
  const words = names.filter(isFound).map((name) => name.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&"));
  const inTexts = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  const without = (text: string) => (words.length > 0 ? text.replace(inTexts, pseudonym) : text);
  const all = sql`concat_ws(' ', actor_name, actor_email, target, message, detail)`;
  const lines = await redactLines(tx, {
    key: auditKeyOf(secret),
    by,
    message: "A former colleague was replaced by a pseudonym in this line of the audit log.",
    where: or(eq(auditTable.actorId, personId), ...names.map((name) => sql`position(${name} in ${all}) > 0`)),
    filter(text, column, { actorId }) {
      if (column === "actorName" || column === "actorEmail")
        return (actorId === personId && text !== "") || (text.includes("@") && names.includes(text)) ? pseudonym : text;
      return texts.has(column) ? without(text) : text;
    },
    append: (added, check) => head.append(tx, added, { check }),
  });
  await head.close();
  return lines.length;
}

const texts = new Set(["target", "message", "detail"]);

/** People who acted in the audit log and are not on the team any more, without those who have a pseudonym. */
export async function formerColleagues(db: Pick<Database, "selectDistinctOn" | "select">) {
  const isFormer = notInArray(auditTable.actorId, db.select({ id: userTable.id }).from(userTable));
  const rows = await db
    .selectDistinctOn([auditTable.actorId], {
      person_id: auditTable.actorId,
      name: auditTable.actorName,
      email: auditTable.actorEmail,
    })
    .from(auditTable)
    .where(and(isNotNull(auditTable.actorId), isFormer, notLike(auditTable.actorName, `${pseudonymStart}%`)))
    .orderBy(auditTable.actorId, desc(auditTable.id));
  return rows.map(({ person_id, name, email }) => ({
    person_id: person_id ?? "",
    name: name ?? "",
    email: email ?? "",
  }));
}

const pseudonymStart = "Former colleague ";

/** Random, so that nothing leads from it to the person. */
export const newPseudonym = () => `${pseudonymStart}${randomBytes(2).toString("hex")}`;

/** Names and addresses under which the log knows a person, the longest first. */
async function namesOf(tx: Transaction, personId: string, pseudonym: string) {
  const rows = await tx
    .selectDistinct({ name: auditTable.actorName, email: auditTable.actorEmail })
    .from(auditTable)
    .where(eq(auditTable.actorId, personId));
  const names = rows.flatMap(({ name, email }) => [name ?? "", email ?? ""]);
  return [...new Set(names)]
    .filter((name) => name.trim().length > 2 && name !== pseudonym)
    .toSorted((one, other) => other.length - one.length);
}
