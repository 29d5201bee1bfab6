import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { keptText } from "@/lib/contract/inputs/fields";
import { Problem } from "@/lib/contract/problem";
import { sessionTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { isSame, keyFor, sealOf } from "@/lib/secret";
import { type AuthAnswer, type AuthRequest, type AuthRoutes, from, parseBody } from "./auth-request";
import type { Sessions } from "./sessions";

type MailedSessionOptions = { db: Database; secret: string; origin: string; sessions: Sessions; trail: AuditTrail };

/** The link of a mail about a sign-in, and the route of its page. The link is valid as long as its session. */
export function createMailedSession({ db, secret, origin, sessions, trail }: MailedSessionOptions) {
  const key = keyFor("mailed session", secret);

  async function end(request: AuthRequest): Promise<AuthAnswer> {
    const { token } = parseBody(z.object({ token: keptText(200) }), request.body);
    const [id = "", seal = ""] = token.split(/_(.*)/s);
    if (!isSame(seal, sealOf(key, id))) throw new Problem("forbidden", "This link is incomplete.");
    const isPerson = eq(userTable.id, sessionTable.userId);
    const [row] = await db.select().from(sessionTable).innerJoin(userTable, isPerson).where(eq(sessionTable.id, id));
    if (row) {
      const act = { ...from(request), action: "session.end_by_mail", person: row.user };
      await trail.recordAct(act, () => sessions.end(row.user, id));
    }
    return { value: { message: "That session is over." } };
  }

  const routes: AuthRoutes = { "POST /api/auth/mailed-session/end": end };
  return {
    routes,
    linkTo: (sessionId: string) => `${origin}/end-session#${sessionId}_${sealOf(key, sessionId)}`,
  };
}
