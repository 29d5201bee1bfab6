import type { AuditTrail } from "@/lib/audit/audit-trail";
import type { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import type { SessionOrigin } from "./accounts";
import { type AuthRequest, from } from "./auth-request";
import type { Cookies, KnownBrowser } from "./cookies";
import { createSessions } from "./sessions";

type SessionStartOptions = {
  db: Database;
  cookies: Cookies;
  knownBrowser: KnownBrowser;
  trail: AuditTrail;
  sendMails: (() => void) | undefined;
};

type Beginning<Codes> = {
  action?: string;
  start: (origin: SessionOrigin) => Promise<{ cookie: string; codes: Codes }>;
};

/** Replaces the browser's session and marks the browser as known. A person's first sign-in is not mailed. */
export function createSessionStart({ db, cookies, knownBrowser, trail, sendMails }: SessionStartOptions) {
  const sessions = createSessions(db, cookies);

  async function endCurrentSession(request: AuthRequest) {
    const person = await sessions.personOf(request.cookie);
    if (!person) return;
    const act = { ...from(request), action: "session.replaced", person, target: person.sessionId };
    await trail.recordAct(act, () => sessions.end(person, person.sessionId));
  }

  return async <Codes>(
    request: AuthRequest,
    user: typeof userTable.$inferSelect,
    { action = "sign-in", start }: Beginning<Codes>,
  ) => {
    await endCurrentSession(request);
    const act = { ...from(request), action, person: user };
    const isUnknownBrowser =
      sendMails !== undefined &&
      user.lastSeenAt !== null &&
      knownBrowser.idOf(user.email, request.cookie) === undefined;
    const { cookie, codes } = await trail.recordAct(act, () => start({ ...request, isUnknownBrowser }));
    if (isUnknownBrowser) sendMails();
    return { codes, cookies: [cookie, knownBrowser.cookieFor(user.email, request.cookie)] };
  };
}
