import { and, eq, ne } from "drizzle-orm";
import type { Logger } from "pino";
import { createAccounts } from "@/lib/auth/accounts";
import { accountRule, codeRule, type LoginThrottle } from "@/lib/auth/login-throttle";
import { keepingAnAdmin, oneLine } from "@/lib/auth/people";
import { lockedUser } from "@/lib/auth/person-links";
import {
  countCodes,
  factorsOf,
  isRequiredOf,
  renewCodes,
  requirementOf,
  saveRequirement,
  turnOff,
  type UseCode,
} from "@/lib/auth/second-factor";
import { endSessionsOf } from "@/lib/auth/sessions";
import type { ConsoleOptions } from "@/lib/console/console-types";
import type { Core } from "@/lib/console/core";
import type { Person } from "@/lib/contract/actor";
import { type ConsoleContext, implement } from "@/lib/contract/console/context";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  type requirements,
  requireSecondFactor,
  turnOffSecondFactor,
} from "@/lib/contract/console/people/second-factor";
import { calledOf, remindFactorOf } from "@/lib/contract/console/people/team";
import { Problem, refused } from "@/lib/contract/problem";
import { identityTable, sessionTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";

/** A person's own second factor, and who must have one. */
export function secondFactor(core: Core) {
  const { db } = core;

  return [
    implement(getSecondFactor, async (_input, { person }) => {
      const [factor] = await factorsOf(db, person.id);
      return {
        is_on: factor !== undefined,
        since: factor?.createdAt.toISOString() ?? null,
        codes_left: await countCodes(db, person.id),
        required_of: await requirementOf(db),
        is_required: await isRequired(db, person),
        was_used: await wasUsed(db, person),
      };
    }),

    ...settingUp(core),
    ...codeChanges(core),

    implement(requireSecondFactor, async ({ of }, { person }) => {
      if (!(await wasUsed(db, person)))
        throw refused(
          "not_possible",
          "Sign in with your own second factor first, so that you cannot lock yourself out.",
        );
      await saveRequirement(db, { of, by: person.name });
      return { message: requirementMessages[of] };
    }),
  ];
}

/** Role of the account, also while an admin views as another one. */
const isRequired = async (db: Database, { role, viewedFrom }: Person) =>
  isRequiredOf(await requirementOf(db), viewedFrom ?? role);

/** Wrong codes at sign-in do not count here, because somebody else may enter them. */
const counted = <T>({ loginThrottle }: Core, { person, address }: ConsoleContext, run: () => Promise<T>) =>
  loginThrottle.attempt({
    address: address ?? "",
    rule: codeRule(person.id, `in ${person.sessionId}`),
    failure: "wrong_code",
    run,
  });

/** The password begins it, and the first code of the app ends it. */
function settingUp(core: Core) {
  const { db, cookies, passwords, loginThrottle, factors } = core;
  const accounts = createAccounts(db, cookies, passwords);

  return [
    implement(beginSecondFactor, async ({ password }, { person, address }) => {
      if ((await factorsOf(db, person.id)).length > 0)
        throw refused("not_possible", "The second factor is already set up.");
      await loginThrottle.attempt({
        ...{ address: address ?? "", rule: accountRule(`${person.email} in ${person.sessionId}`) },
        failure: "wrong_credentials",
        run: () => accounts.check(person.email, password),
        onFailure: async () => {
          throw refused("bad_input", "The password is wrong.");
        },
      });
      return factors.begin(db, person);
    }),

    implement(confirmSecondFactor, (input, context) =>
      counted(core, context, async () => {
        const { id, sessionId } = context.person;
        const use = await factors.checkFirst(db, id, input);
        const codes = await db.transaction(async (tx) => {
          await lockedUser(tx, id);
          await tx.update(sessionTable).set({ usedSecondFactor: true }).where(eq(sessionTable.id, sessionId));
          return use(tx);
        });
        return { codes, message: "The second factor is on." };
      }),
    ),
  ];
}

/** Changes that a code of the second factor itself confirms. */
const codeChanges = (core: Core) => [
  implement(renewRecoveryCodes, ({ code }, context) =>
    counted(core, context, async () => {
      const { id } = context.person;
      const use = await core.factors.check(core.db, id, code);
      const codes = await core.db.transaction(async (tx) => {
        await use(tx);
        return renewCodes(tx, id);
      });
      return { codes, message: "The earlier recovery codes no longer work." };
    }),
  ),

  implement(turnOffSecondFactor, ({ code }, context) =>
    counted(core, context, async () => {
      const use = await core.factors.check(core.db, context.person.id, code);
      const isOver = await isRequired(core.db, context.person);
      await turnOffWith(core.db, context.person, { use, isOver });
      return { message: isOver ? "It is off. Sign in to set it up again." : "The second factor is off." };
    }),
  ),
];

const requirementMessages: Record<(typeof requirements)[number], string> = {
  nobody: "A second factor is no longer required.",
  admins: "Admins without a second factor set one up at their next sign-in.",
  everyone: "Everyone without a second factor sets one up at their next sign-in.",
};

async function wasUsed(db: Database, { sessionId }: Person) {
  const { usedSecondFactor } = sessionTable;
  const [row] = await db.select({ usedSecondFactor }).from(sessionTable).where(eq(sessionTable.id, sessionId));
  return row?.usedSecondFactor === true;
}

type TurningOff = { use: UseCode; isOver: boolean };

/** Ends the person's other sessions, and this one too if the second factor is required. */
const turnOffWith = (db: Database, { id, sessionId }: Person, { use, isOver }: TurningOff) =>
  keepingAnAdmin(db, async (tx) => {
    await lockedUser(tx, id);
    await use(tx);
    await turnOff(tx, id);
    if (isOver) await endSessionsOf(tx, id);
    else await tx.delete(sessionTable).where(and(eq(sessionTable.userId, id), ne(sessionTable.id, sessionId)));
    await tx.update(sessionTable).set({ usedSecondFactor: false }).where(eq(sessionTable.id, sessionId));
  });

type User = typeof userTable.$inferSelect;
type ReminderOptions = {
  loginThrottle: Pick<LoginThrottle, "take">;
  origin: string;
  sendMail: ConsoleOptions["sendMail"];
  log: Logger;
};

/** One reminder per person and hour, whoever sends it. */
const reminderRule = (id: string) => ({ key: `remind ${id}`, most: 1, withinMs: 3_600_000 });

/** Reminds a person of the second factor that is required of them. Without a mail server, the text is for sending it otherwise. */
export const factorReminder = (db: Database, { loginThrottle, origin, sendMail, log }: ReminderOptions) => [
  implement(remindFactorOf, async ({ user_id }, { person: by }) => {
    const [user] = await db.select().from(userTable).where(eq(userTable.id, user_id));
    if (!user) throw refused("not_found", "This person is no longer on the team.");
    await refuseNeedless(db, user);
    if (sendMail) await loginThrottle.take([reminderRule(user.id)]).catch(sayLimit(user));
    const text = reminderText(user, { by: by.name, origin });
    const subject = "Set up your second factor for Switchboard";
    const sent = sendMail?.({ to: user.email, subject, text }).then(
      () => true,
      (err: unknown) => {
        log.error({ err, user: user.id }, "a reminder was not mailed");
        return false;
      },
    );
    const mailed = (await sent) ?? null;
    const message = mailed
      ? `${calledOf(user)} was reminded by email at ${user.email}.`
      : `The text of a reminder for ${calledOf(user)} was shown, to be sent by hand.`;
    return { text, mailed, message };
  }),
];

async function refuseNeedless(db: Database, user: User) {
  const identities = await db.select().from(identityTable).where(eq(identityTable.userId, user.id));
  const isMissing =
    isRequiredOf(await requirementOf(db), user.role) &&
    (await factorsOf(db, user.id)).length === 0 &&
    identities.length === 0;
  if (!isMissing || user.isDisabled || user.isInvited)
    throw refused("not_possible", `${calledOf(user)} has no second factor to set up.`);
}

const sayLimit = (user: User) => (error: unknown) => {
  if (!(error instanceof Problem) || error.code !== "too_many_tries") throw error;
  throw refused("not_possible", `${calledOf(user)} was reminded within the last hour.`);
};

const reminderText = ({ name }: User, { by, origin }: { by: string; origin: string }) =>
  [
    `${name ? `${oneLine(name)}, ` : ""}${oneLine(by)} asks you to set up your second factor for Switchboard. Your team requires it.`,
    `Sign out if you are signed in, and sign in again here. Have an authenticator app ready:\n${origin}/sign-in`,
    "It takes two minutes: you scan a picture, enter a code and save ten recovery codes.",
  ].join("\n\n");
