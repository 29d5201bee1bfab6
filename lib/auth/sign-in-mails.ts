import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { signInMailTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { browserName } from "@/lib/format/browser-name";
import { claimDue, inFuture, isClaimedAs } from "@/lib/jobs/queue";
import { startTicker } from "@/lib/jobs/ticker";
import { createWorker } from "@/lib/jobs/worker";
import type { Mail } from "@/lib/mailer";
import { oneLine } from "./people";

/** Exponential backoff. The waits add up to most of a day, because a mail server can be down for a night. */
const retry = { firstMs: 30_000, attempts: 11, leaseMs: 60_000 };

type SignInMailsOptions = {
  db: Database;
  sendMail: (mail: Mail) => Promise<void>;
  /** A link that ends the session with this ID. */
  linkTo: (sessionId: string) => string;
  origin: string;
  log: Logger;
};

type QueuedMail = typeof signInMailTable.$inferSelect;

/** Sends queued mails about sign-ins from unknown browsers, at least once. A sign-in never waits for the mail server. */
export function createSignInMails(options: SignInMailsOptions) {
  const { db, log } = options;
  const worker = createWorker<QueuedMail>({
    ...{ name: "sign-in mails", concurrency: 2, log },
    claim: (most) => claimDue(db, signInMailTable, { most, leaseMs: retry.leaseMs }),
    run: (mail) => send(mail, options),
  });
  const ticker = startTicker({ name: "sign-in mails", everyMs: retry.firstMs, run: () => worker.startDue(), log });
  return {
    sendDue: () =>
      void worker.startDue().catch((err: unknown) => log.warn({ err }, "sign-in mails wait for the next attempt")),
    async stop() {
      await ticker.stop();
      await worker.stop();
    },
  };
}

async function send(mail: QueuedMail, { db, sendMail, linkTo, origin, log }: SignInMailsOptions) {
  const isOurs = isClaimedAs(signInMailTable, mail);
  const [user] = await db.select().from(userTable).where(eq(userTable.id, mail.userId));
  try {
    if (user) await sendMail(mailTo(user, mail, { link: linkTo(mail.id), origin }));
  } catch (err) {
    log.warn({ err, user: mail.userId }, "a mail about a sign-in was not sent");
    if (mail.attempts < retry.attempts) {
      const nextAttemptAt = inFuture(retry.firstMs * 2 ** (mail.attempts - 1));
      await db.update(signInMailTable).set({ nextAttemptAt }).where(isOurs);
      return;
    }
  }
  await db.delete(signInMailTable).where(isOurs);
}

type Person = Pick<typeof userTable.$inferSelect, "name" | "email">;

function mailTo({ name, email }: Person, mail: QueuedMail, { link, origin }: { link: string; origin: string }): Mail {
  const { id, at, address, userAgent } = mail;
  const browser = userAgent ? oneLine(browserName(userAgent)) : "an unnamed browser";
  return {
    to: email,
    subject: "New sign-in to Switchboard",
    text: [
      `${oneLine(name)}, you signed in to Switchboard from a browser that you had not used before:`,
      `${browser}, IP address ${address}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
      "If it was you, there is nothing to do. If it was not, end that session here, and choose a new password:",
      link,
      `Sent by Switchboard, ${origin}`,
    ].join("\n\n"),
    // Equal in each attempt, so that mail clients show duplicates once.
    messageId: `<${id}@${new URL(origin).hostname}>`,
  };
}
