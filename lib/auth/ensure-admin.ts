import { randomUUID } from "node:crypto";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { Problem } from "@/lib/contract/problem";
import { refuseFaulty } from "./auth-request";
import type { Passwords } from "./passwords";
import type { Setup } from "./setup";

/** Creates the admin of the environment if no admin exists. */
export async function ensureAdmin(
  { setup, trail, passwords }: { setup: Setup; trail: AuditTrail; passwords: Passwords },
  { email, password }: Record<"email" | "password", string>,
) {
  if (!(await setup.isOpen())) return;
  const admin = { name: email.split("@", 1).join(), email };
  refuseFaulty(password, { user: admin });
  const passwordHash = await passwords.hash(password);
  const person = { ...admin, role: "admin" } as const;
  const act = { action: "setup", person, requestId: randomUUID(), address: null };
  const create = () => setup.create({ ...admin, passwordHash }, async () => {});
  await trail.recordAct(act, create, "From SWITCHBOARD_ADMIN_EMAIL.").catch(ignoreExisting);
}

/** Another process may have created the admin, and a member of the team may have this address. */
function ignoreExisting(error: unknown) {
  if (!(error instanceof Problem && ["not_found", "not_possible"].includes(error.code))) throw error;
}
