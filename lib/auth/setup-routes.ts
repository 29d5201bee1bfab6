import * as z from "zod/mini";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { emailAddress, personName } from "@/lib/contract/inputs/fields";
import { type AuthAnswer, type AuthRequest, type AuthRoutes, from, parseBody, refuseFaulty } from "./auth-request";
import { addressRule, type LoginThrottle } from "./login-throttle";
import type { Passwords } from "./passwords";
import { alreadySetUp, expired, redeemSetupLink, type Setup } from "./setup";
import type { SignIn } from "./sign-in";

type SetupRoutesOptions = {
  setup: Setup;
  signIn: Pick<SignIn, "enter">;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  passwords: Passwords;
};

const firstAdmin = z.object({
  token: z.string().check(z.maxLength(200)),
  name: personName,
  email: emailAddress.check(z.toLowerCase()),
  password: z.string(),
});

/** Routes of the first-run setup: check the link, create the first admin. */
export function createSetupRoutes(options: SetupRoutesOptions): AuthRoutes {
  const { setup, signIn, loginThrottle, trail, passwords } = options;

  async function refuseClosed() {
    if (!(await setup.isOpen())) throw alreadySetUp();
  }

  async function showSetup({ query }: AuthRequest): Promise<AuthAnswer> {
    await refuseClosed();
    const expiresAt = await setup.expiryOf(query.get("token") ?? "");
    if (!expiresAt) return { value: { is_usable: false } };
    return { value: { is_usable: true, ends_at: expiresAt.toISOString() } };
  }

  /** Limited like a sign-in attempt. */
  async function createFirstAdmin(request: AuthRequest): Promise<AuthAnswer> {
    await refuseClosed();
    await loginThrottle.take([addressRule(request.address)]);
    const { token, name, email, password } = parseBody(firstAdmin, request.body);
    if (!(await setup.expiryOf(token))) throw expired();
    refuseFaulty(password, { user: { name, email } });
    const passwordHash = await passwords.hash(password);
    const act = { ...from(request), action: "setup", person: { name, email, role: "admin" } as const };
    const create = () => setup.create({ name, email, passwordHash }, (tx) => redeemSetupLink(tx, token));
    await trail.recordAct(act, create);
    return signIn.enter(request, { email, password });
  }

  return {
    "GET /api/auth/setup": showSetup,
    "POST /api/auth/setup": createFirstAdmin,
  };
}
