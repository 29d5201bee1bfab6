import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { itself } from "@/lib/audit/audit-lines";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { stranger } from "@/lib/contract/actor";
import { Problem } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { type AuthRequest, from } from "./auth-request";
import { SsoRefusal } from "./sso/sso-refusal";

/** Audit entries of sign-ins that failed. */
export function createSignInRecords({ db, trail }: { db: Database; trail: AuditTrail }) {
  function recordFailure(
    request: AuthRequest,
    email: string,
    { status, message }: Pick<Problem, "status" | "message">,
  ) {
    const given = { email: z.email().safeParse(email).success ? email : "(not an address)" };
    const person = email === "" ? { name: stranger, email } : given;
    const act = { ...from(request), action: "sign-in.failed", person };
    return trail.record({ ...act, outcome: "refused", status, message });
  }

  async function recordAndThrow(request: AuthRequest, email: string, error: unknown): Promise<never> {
    const recorded = error instanceof SsoRefusal ? error.recorded : undefined;
    if (error instanceof Problem)
      await recordFailure(request, email, { status: error.status, message: recorded ?? error.message });
    throw error;
  }

  /** Only for addresses of the team, so that strangers cannot fill the log. */
  async function recordLock(request: AuthRequest, email: string, action = "sign-in.locked") {
    const [user] = await db.select({ id: userTable.id }).from(userTable).where(eq(userTable.email, email));
    const act = { ...from(request), action, person: itself, target: user?.id };
    if (user) await trail.record({ ...act, outcome: "ok", status: 200, message: null });
  }

  return { recordFailure, recordAndThrow, recordLock };
}
