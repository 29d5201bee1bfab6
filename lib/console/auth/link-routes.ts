import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import type { AuditTrail } from "@/lib/console/audit/audit-trail";
import type { Mail } from "@/lib/console/console-types";
import { userTable } from "@/lib/console/tables";
import { emailAddress, keptText } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import { accountRule, addressRule, type LoginThrottle, resetRequestRule } from "./login-throttle";
import { hashPassword } from "./passwords";
import { linkMail, makeLinkFor, type PersonLinks } from "./person-links";
import { type Asked, from, type Granted, read, refuseFaulty, type SignIn } from "./sign-in";

type Parts = {
  db: Database;
  links: PersonLinks;
  signIn: Pick<SignIn, "enter">;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  sendMail: ((mail: Mail) => Promise<void>) | undefined;
  origin: string;
  log: Logger;
};

const token = z.string().max(200);
const chosen = z.object({ token, name: keptText(120, z.string().trim()).default(""), password: z.string() });

/** What strangers do with a link: look whose it is, choose a password by it, and ask for one by mail. */
export function createLinkRoutes({ db, links, signIn, loginThrottle, trail, sendMail, origin, log }: Parts) {
  const mailing = createConcurrencyLimit({ atOnce: 1, waiting: 20, waitMs: 60_000, sentence: "Mails are waiting." });
  const underWay = new Set<Promise<void>>();

  async function open(asked: Asked): Promise<Granted> {
    const { user, expiresAt } = await links.find(read(z.object({ token }), asked.body).token);
    const { name, email, role, isInvited } = user;
    return { value: { name, email, role, is_new: isInvited, expires_at: expiresAt.toISOString() }, cookies: [] };
  }

  async function choose(asked: Asked): Promise<Granted> {
    const given = read(chosen, asked.body);
    await loginThrottle.take([addressRule(asked.address)]);
    const { user } = await links.find(given.token);
    const person = { ...user, name: user.name || given.name };
    if (person.name === "") throw new Problem("bad_input", "Enter a name.");
    refuseFaulty(given.password, { user: person });
    const passwordHash = await hashPassword(given.password);
    const action = user.isInvited ? "invitation.accept" : "password.reset";
    await trail.recordAct({ ...from(asked), action, person }, () =>
      links.use(given.token, { name: given.name, passwordHash }),
    );
    await loginThrottle.reset(accountRule(user.email));
    return signIn.enter(asked, { email: user.email, password: given.password });
  }

  /** The same answer at the same time, whoever has the address: what follows from it is done afterwards. */
  async function requestReset(asked: Asked): Promise<Granted> {
    if (!sendMail) throw new Problem("no_such_operation", "This Switchboard sends no mail. Ask an admin of your team.");
    const { success, data } = z.object({ email: emailAddress.toLowerCase() }).safeParse(asked.body);
    if (!success) throw new Problem("bad_input", "This is not an email address.");
    await loginThrottle.take([addressRule(asked.address), resetRequestRule(data.email)]);
    const sent = mailing(() => mailLink(sendMail, data.email, asked))
      .catch((err: unknown) => log.error({ err, request_id: asked.requestId }, "a link was not mailed"))
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
    return { value: { message: "If this address belongs to someone here, a link is on its way." }, cookies: [] };
  }

  async function mailLink(send: (mail: Mail) => Promise<void>, email: string, asked: Asked) {
    const [user] = await db.select().from(userTable).where(eq(userTable.email, email));
    if (!user || user.isDisabled) return;
    await trail.recordAct({ ...from(asked), action: "password.forgotten", person: user }, async () => {
      const { link } = await makeLinkFor(db, { userId: user.id, origin, isSelfAsked: true });
      await send(linkMail(user, link));
    });
  }

  return { open, choose, requestReset, settled: () => Promise.all(underWay) };
}
