import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { pino } from "pino";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { makeLinkFor } from "@/lib/auth/person-links";
import { createSetup } from "@/lib/auth/setup";
import { linkHours } from "@/lib/contract/console/password";
import { userTable } from "@/lib/db/console/tables/people";
import type { OpenDatabase } from "@/lib/db/database";
import { readEnv } from "@/lib/env";
import { oneLine } from "./support/one-line";
import { sentenceOf, withDatabase } from "./support/operator-database";
import { runCommand, type ValuesOf } from "./support/run-command";

const usage = `npm run admin -- reset-link EMAIL [--origin URL]
npm run admin -- setup-link [--origin URL]
npm run admin -- accept-secret
  reset-link  prints a link by which this person chooses a new password, or accepts an invitation. It works once, for
              ${linkHours} hours; those made before are void.
  setup-link  prints a link to make the first admin, while there is none. It works once, for 15 minutes.
  accept-secret
              goes on with another SWITCHBOARD_SECRET, where the old one is lost. The audit log before that can no longer
              be verified, and stored keys must be set again.
  --origin    the address that people type, where it is not SWITCHBOARD_ORIGIN, or http://HOST:PORT
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET are read as npm start reads them, from the environment or .env.
  Switchboard may run meanwhile or not. Each is written into the audit log.
  The exit code is 0 when it is done, 1 when it may not be done, 2 when the database cannot be reached.`;

const options = { origin: { type: "string" } } as const;

type CommandResult = { message: string; code: number };
type CommandContext = { database: OpenDatabase; secret: string; origin: string };

const done = (message: string): CommandResult => ({ message, code: 0 });
const refused = (message: string): CommandResult => ({ message, code: 1 });

function read({ origin: requestedOrigin }: ValuesOf<typeof options>, [command, email, ...more]: readonly string[]) {
  const origin = new URL(requestedOrigin ?? readEnv().origin).origin;
  if (command === "reset-link" && email && more.length === 0)
    return { origin, action: (context: CommandContext) => resetLink(context, email.trim().toLowerCase()) };
  if (command === "setup-link" && email === undefined) return { origin, action: setupLink };
  if (command === "accept-secret" && email === undefined) return { origin, action: acceptSecret };
  throw new Error("Say what to do.");
}

/** Restores access for operators who can no longer sign in. */
async function run({ origin, action }: ReturnType<typeof read>) {
  const { message, code } = await withDatabase((database, secret) => action({ database, secret, origin }));
  (code === 0 ? console.log : console.error)(message);
  return code;
}

async function resetLink({ database: { db }, secret, origin }: CommandContext, email: string) {
  const [user] = await db.select().from(userTable).where(eq(userTable.email, email));
  if (!user) return refused(`Nobody here has the address ${oneLine(email)}. ${await adminsHere(db)}`);
  if (user.isDisabled)
    return refused(`${oneLine(user.email)} is disabled: an admin enables them first. ${await adminsHere(db)}`);
  const {
    link: { link },
  } = await recordAct({ db, secret, action: "password.link", target: user.email }, () =>
    makeLinkFor(db, { userId: user.id, origin }),
  );
  return done(
    `${oneLine(user.email)} chooses a password here, within ${linkHours} hours (the link works once):\n${link}`,
  );
}

async function setupLink({ database: { db }, secret, origin }: CommandContext) {
  const setup = createSetup(db, origin);
  if (!(await setup.isOpen()))
    return refused(
      `Switchboard is already set up: npm run admin -- reset-link EMAIL lets an admin in. ${await adminsHere(db)}`,
    );
  const link = await recordAct({ db, secret, action: "setup.link", target: null }, setup.link);
  return done(`Make the first account here, within 15 minutes (the link works once):\n${link}`);
}

async function acceptSecret({ database: { db }, secret }: CommandContext) {
  const trail = createAuditTrail(db, { key: auditKeyOf(secret), log: pino({ level: "silent" }) });
  await trail.start({ acceptsOtherSecret: true });
  await trail.close();
  return done("Switchboard goes on with this secret. Start it, and set stored keys again in Settings.");
}

async function adminsHere(db: OpenDatabase["db"]) {
  const people = await db.select().from(userTable).where(eq(userTable.role, "admin")).orderBy(asc(userTable.email));
  const names = people.filter(({ isDisabled }) => !isDisabled).map(({ email }) => oneLine(email));
  return names.length === 0
    ? "There is no admin: npm run admin -- setup-link makes the first."
    : `Admins here: ${names.join(", ")}.`;
}

type RecordedAct = { db: OpenDatabase["db"]; secret: string; action: string; target: string | null };

async function recordAct<Done>({ db, secret, action, target }: RecordedAct, run: () => Promise<Done>) {
  // Silent, so that its log lines do not mix with the command's output.
  const trail = createAuditTrail(db, { key: auditKeyOf(secret), log: pino({ level: "silent" }) });
  const person = { name: "npm run admin", email: "" };
  try {
    return await trail.recordAct({ action, person, target, requestId: randomUUID(), address: null }, run);
  } finally {
    await trail.close();
  }
}

runCommand({ usage, options, takesWords: true, read, run, failed: 2, describeError: sentenceOf });
