import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { pino } from "pino";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { makeLinkFor } from "@/lib/auth/person-links";
import { factorsOf } from "@/lib/auth/second-factor";
import { createSetup } from "@/lib/auth/setup";
import { isSsoOnly, saveSsoOnly } from "@/lib/auth/sso/sso-only";
import { turnOffAndSignOut } from "@/lib/console/people/team";
import { linkHours } from "@/lib/contract/console/people/password";
import { userTable } from "@/lib/db/console/tables/people";
import type { OpenDatabase } from "@/lib/db/database";
import { readEnv } from "@/lib/env";
import { oneLine } from "./support/one-line";
import { sentenceOf, withDatabase } from "./support/operator-database";
import { runCommand, type ValuesOf } from "./support/run-command";

const usage = `npm run admin -- reset-link EMAIL [--origin URL]
npm run admin -- setup-link [--origin URL]
npm run admin -- second-factor-off EMAIL
npm run admin -- sso-off
npm run admin -- accept-secret
  reset-link  prints a link with which this person can choose a new password or accept an invitation. It works once, within
              ${linkHours} hours. Earlier links stop working.
  setup-link  prints a link to create the first admin, if there is none. It works once, within 15 minutes.
  second-factor-off
              turns off this person's second factor and signs them out. Where one is required, they set it up again.
  sso-off     accepts passwords again, if only single sign-on is allowed.
  accept-secret
              continues with another SWITCHBOARD_SECRET if the old one is lost. The existing audit log can then no longer be
              verified, and stored keys must be entered again.
  --origin    the address that people use, if it is not SWITCHBOARD_ORIGIN or http://HOST:PORT
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET come from the environment or .env, as for npm start.
  Switchboard can be running or stopped. Each command is recorded in the audit log.
  The exit code is 0 if it worked, 1 if it was refused, 2 if the database cannot be reached.`;

const options = { origin: { type: "string" } } as const;

type CommandResult = { message: string; code: number };
type CommandContext = { database: OpenDatabase; secret: string; origin: string };

const done = (message: string): CommandResult => ({ message, code: 0 });
const refused = (message: string): CommandResult => ({ message, code: 1 });

function read({ origin: requestedOrigin }: ValuesOf<typeof options>, [command, email, ...more]: readonly string[]) {
  const origin = new URL(requestedOrigin ?? readEnv().origin).origin;
  if (command === "reset-link" && email && more.length === 0)
    return { origin, action: (context: CommandContext) => resetLink(context, email.trim().toLowerCase()) };
  if (command === "second-factor-off" && email && more.length === 0)
    return { origin, action: (context: CommandContext) => secondFactorOff(context, email.trim().toLowerCase()) };
  if (command === "setup-link" && email === undefined) return { origin, action: setupLink };
  if (command === "sso-off" && email === undefined) return { origin, action: ssoOff };
  if (command === "accept-secret" && email === undefined) return { origin, action: acceptSecret };
  throw new Error("Enter a command.");
}

/** Restores access for operators who can no longer sign in. */
async function run({ origin, action }: ReturnType<typeof read>) {
  const { message, code } = await withDatabase((database, secret) => action({ database, secret, origin }));
  (code === 0 ? console.log : console.error)(message);
  return code;
}

const personWith = async (db: OpenDatabase["db"], email: string) =>
  (await db.select().from(userTable).where(eq(userTable.email, email)))[0];

const nobodyWith = async (db: OpenDatabase["db"], email: string) =>
  refused(`No one on the team has the address ${oneLine(email)}. ${await adminsHere(db)}`);

async function resetLink({ database: { db }, secret, origin }: CommandContext, email: string) {
  const user = await personWith(db, email);
  if (!user) return nobodyWith(db, email);
  if (user.isDisabled)
    return refused(
      `${oneLine(user.email)} is disabled. An admin must enable this person first. ${await adminsHere(db)}`,
    );
  const {
    link: { link },
  } = await recordAct({ db, secret, action: "password.link", target: user.email }, () =>
    makeLinkFor(db, { userId: user.id, origin }),
  );
  return done(
    `${oneLine(user.email)} can choose a password with this link. It works once, within ${linkHours} hours:\n${link}`,
  );
}

async function secondFactorOff({ database: { db }, secret }: CommandContext, email: string) {
  const user = await personWith(db, email);
  if (!user) return nobodyWith(db, email);
  if ((await factorsOf(db, user.id)).length === 0)
    return refused(`${oneLine(user.email)} has not set up a second factor.`);
  await recordAct({ db, secret, action: "factor.off", target: user.id }, () => turnOffAndSignOut(db, user.id));
  return done(`The second factor of ${oneLine(user.email)} is off, and they are signed out.`);
}

async function setupLink({ database: { db }, secret, origin }: CommandContext) {
  const setup = createSetup(db, origin);
  if (!(await setup.isOpen()))
    return refused(
      `Switchboard is already set up. To let an admin back in, run npm run admin -- reset-link EMAIL. ${await adminsHere(db)}`,
    );
  const link = await recordAct({ db, secret, action: "setup.link", target: null }, setup.link);
  return done(`Create the first account with this link. It works once, within 15 minutes:\n${link}`);
}

async function ssoOff({ database: { db }, secret }: CommandContext) {
  if (!(await isSsoOnly(db))) return refused("Passwords are already accepted.");
  const save = () => saveSsoOnly(db, { isOn: false, by: "npm run admin" });
  await recordAct({ db, secret, action: "sso.off", target: null }, save);
  return done("Passwords are accepted again.");
}

async function acceptSecret({ database: { db }, secret }: CommandContext) {
  const trail = createAuditTrail(db, { key: auditKeyOf(secret), log: pino({ level: "silent" }) });
  await trail.start({ acceptsOtherSecret: true });
  await trail.close();
  return done("Switchboard now accepts this secret. Start it and enter the stored keys again in Settings.");
}

async function adminsHere(db: OpenDatabase["db"]) {
  const people = await db.select().from(userTable).where(eq(userTable.role, "admin")).orderBy(asc(userTable.email));
  const names = people.filter(({ isDisabled }) => !isDisabled).map(({ email }) => oneLine(email));
  return names.length === 0
    ? "There is no admin yet. To create the first, run npm run admin -- setup-link."
    : `Admins: ${names.join(", ")}.`;
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
