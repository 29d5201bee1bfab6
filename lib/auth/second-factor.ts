import { and, count, eq, lt, sql } from "drizzle-orm";
import { generateSecret, generateURI, verifySync } from "otplib";
import type { Enrolment, Requirement } from "@/lib/contract/console/people/second-factor";
import type { Role } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { saveSetting } from "@/lib/db/console/save-setting";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import { recoveryCodeTable, secondFactorTable, type userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { latinDigits } from "@/lib/format/latin-digits";
import { hashOf, keyFor, openText, sealText } from "@/lib/secret";

type User = Pick<typeof userTable.$inferSelect, "id" | "email" | "role">;
type Readable = Pick<Database, "select" | "execute">;

/** Uses a checked code up. Throws if another request has used it since. Returns new recovery codes after the first code. */
export type UseCode = (tx: Transaction) => Promise<string[] | undefined>;

const issuer = "Switchboard";
const stepSeconds = 30;
/** 160 bits, as RFC 4226 recommends, and 120 bits in 24 characters. */
const bytes = { secret: 20, recoveryCode: 15 };
const recoveryCodes = 10;

/**
 * Codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 s) and recovery codes. The time is the database's, because
 * replicas share it. One step before and after is accepted.
 */
export function createSecondFactors(secret: string) {
  const key = keyFor("second factor", secret);

  /** The secret is not stored before `enrol`. It is sealed for this person. */
  async function begin(db: Readable, { id, email }: Pick<User, "id" | "email">): Promise<Enrolment> {
    const secret = generateSecret({ length: bytes.secret });
    const uri = generateURI({ issuer, label: email.replaceAll(":", ""), secret });
    return { secret, uri, sealed: sealText(key, secret, id), clock: clockText(await databaseTime(db)) };
  }

  /** Checks a code of the app or a recovery code, without using it up. */
  async function check(db: Readable, userId: string, typed: string): Promise<UseCode> {
    const code = plainCode(typed);
    const recoveryCode = recoveryForm.exec(code)?.[1];
    const [factor] = await factorsOf(db, userId);
    if (!factor) throw refused("not_possible", "The second factor is not set up.");
    if (recoveryCode === undefined) {
      refuseOther(code, "Enter the six digits that your app shows, or a recovery code.");
      const step = await stepOf(db, openText(key, factor.sealed, userId), { code, lastStep: factor.lastStep });
      return (tx) => useStep(tx, userId, step);
    }
    const isCode = and(eq(recoveryCodeTable.userId, userId), eq(recoveryCodeTable.hash, hashOf(recoveryCode)));
    const [found] = await db.select().from(recoveryCodeTable).where(isCode);
    if (!found) throw new Problem("wrong_code", "This recovery code is wrong or was used before.");
    return async (tx) => {
      if ((await tx.delete(recoveryCodeTable).where(isCode).returning()).length !== 1) throw usedCode();
      return undefined;
    };
  }

  /** Checks the first code of a new secret. The returned function stores both and returns the recovery codes. */
  async function checkFirst(db: Readable, userId: string, { sealed, code }: { sealed: string; code: string }) {
    const secret = openText(key, sealed, userId);
    const first = plainCode(code);
    refuseOther(first, "Enter the six digits that your app shows.");
    const lastStep = await stepOf(db, secret, { code: first, lastStep: 0 });
    return async (tx: Transaction) => {
      const row = { userId, sealed, lastStep, createdAt: sql`now()` };
      const stored = await tx.insert(secondFactorTable).values(row).onConflictDoNothing().returning();
      if (stored.length !== 1) throw refused("not_possible", "The second factor is already set up.");
      return renewCodes(tx, userId);
    };
  }

  return { begin, check, checkFirst };
}

/** True for a text in the form of a recovery code, right or wrong. A code of the app never is. */
export const isRecoveryCode = (typed: string) => /^[a-z2-7]{24}$/i.test(typed.replaceAll(/[^a-z\d]/gi, ""));

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Replaces a person's recovery codes. */
export async function renewCodes(tx: Transaction, userId: string) {
  const codes = Array.from({ length: recoveryCodes }, () => generateSecret({ length: bytes.recoveryCode }));
  await tx.delete(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId));
  await tx.insert(recoveryCodeTable).values(codes.map((code) => ({ hash: hashOf(code), userId })));
  return codes;
}

export async function countCodes(db: Pick<Database, "select">, userId: string) {
  const rows = await db.select({ count: count() }).from(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId));
  return rows[0]?.count ?? 0;
}

export const factorsOf = (db: Pick<Database, "select">, userId: string) =>
  db.select().from(secondFactorTable).where(eq(secondFactorTable.userId, userId));

export const turnOff = (tx: Pick<Database, "delete">, userId: string) =>
  tx.delete(secondFactorTable).where(eq(secondFactorTable.userId, userId)).returning();

export async function requirementOf(db: Pick<Database, "select">) {
  const isRequirement = eq(collectorSettingTable.name, requirementName);
  const [row] = await db.select().from(collectorSettingTable).where(isRequirement);
  return (row?.value ?? "nobody") as Requirement;
}

const requirementName = "second factor";

export const saveRequirement = (db: Pick<Database, "insert">, { of, by }: { of: Requirement; by: string }) =>
  saveSetting(db, { name: requirementName, value: of, by });

export const isRequiredOf = (requirement: Requirement, role: Role) =>
  requirement === "everyone" || (requirement === "admins" && role === "admin");

/** The step of a sign-in after the password: a code, or the setup of a second factor. Undefined if there is none. */
export async function nextStep(db: Pick<Database, "select">, { id, role }: User) {
  if ((await factorsOf(db, id)).length > 0) return "code";
  return isRequiredOf(await requirementOf(db), role) ? "enrol" : undefined;
}

/** The time step of a code of the app. Throws if it is wrong or was used. */
async function stepOf(
  db: Readable,
  secret: string | undefined,
  { code, lastStep }: { code: string; lastStep: number },
) {
  const time = await databaseTime(db);
  const epoch = Math.floor(time.getTime() / 1_000);
  const checked = secret ? verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds }) : undefined;
  if (!checked?.valid) throw wrongCode(time);
  const step = Math.floor(epoch / stepSeconds) + checked.delta;
  if (step <= lastStep) throw usedCode();
  return step;
}

/** A time step is used once, also if two replicas check its code at the same time. */
async function useStep(tx: Transaction, userId: string, step: number) {
  const isNewer = and(eq(secondFactorTable.userId, userId), lt(secondFactorTable.lastStep, step));
  const used = await tx.update(secondFactorTable).set({ lastStep: step }).where(isNewer).returning();
  if (used.length !== 1) throw usedCode();
  return undefined;
}

async function databaseTime(db: Pick<Database, "execute">) {
  const { rows } = await db.execute<{ seconds: number }>(sql`select extract(epoch from now())::float8 as seconds`);
  return new Date((rows[0]?.seconds ?? 0) * 1_000);
}

/** A code in capitals and Latin digits, without blanks, dashes and the invisible characters of keyboards and clipboards. */
const plainCode = (typed: string) =>
  latinDigits(typed)
    .replace(/[\p{C}\p{Z}\p{DI}\p{Pd}\u2212]|\u20e3/gu, "")
    .toUpperCase();

/** Text that is no code guesses nothing, so it does not count as a wrong code. */
function refuseOther(code: string, sentence: string) {
  if (!/^\d{6}$/.test(code)) throw new Problem("bad_input", sentence);
}

/** A recovery code, also with its number in the list that people kept. */
const recoveryForm = /^(?:\d{1,2}[.):]?)?([A-Z2-7]{24})$/;

const clockText = (time: Date) => `${time.toISOString().slice(11, 19)} UTC`;

const wrongCode = (time: Date) =>
  new Problem("wrong_code", `This code is wrong. Switchboard's clock says ${clockText(time)}.`);

const usedCode = () => new Problem("wrong_code", "This code was used before. Wait for the next one.");
