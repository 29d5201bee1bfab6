import * as z from "zod/mini";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import type { ConnectionSource } from "@/lib/contract/console/connection";
import { changeConnection, givenConnection, tryConnection } from "@/lib/contract/console/connection-change";
import { emailAddress, keptText } from "@/lib/contract/fields";
import type { Transaction } from "@/lib/db/database";
import { type AuthAnswer, type AuthRequest, type AuthRoutes, from, parseBody, refuseFaulty } from "./auth-request";
import { addressRule, type LoginThrottle } from "./login-throttle";
import type { Passwords } from "./passwords";
import { alreadySetUp, expired, redeemSetupLink, type Setup } from "./setup";
import type { SignIn } from "./sign-in";

type NewConnection = { address: string; key: string };

/** The connection to the platform, which the first admin can test and change during setup. */
type SetupConnection = {
  host: string;
  source: ConnectionSource;
  testCurrent(): Promise<unknown>;
  /** Throws if the environment sets the connection. */
  refuseFixed(): void;
  test(connection: NewConnection): Promise<unknown>;
  /** Throws, with the fault, if the connection does not work. */
  refuseUnusable(connection: NewConnection): Promise<void>;
  use(connection: NewConnection, by: string, on: Transaction): Promise<void>;
};

type SetupRoutesOptions = {
  setup: Setup;
  connection: SetupConnection;
  signIn: Pick<SignIn, "enter">;
  loginThrottle: LoginThrottle;
  trail: AuditTrail;
  passwords: Passwords;
};

/** `connection` replaces the one in use. */
const withLink = z.object({ token: z.string().check(z.maxLength(200)), connection: z.optional(givenConnection) });

const firstAdmin = z.extend(withLink, {
  name: keptText(120, z.string().check(z.trim(), z.minLength(1, "Enter a name."))),
  email: emailAddress.check(z.toLowerCase()),
  password: z.string(),
});

/** The actor during setup, when no person exists yet. */
const setupLinkActor = { name: "Setup link", email: "" };

/** Routes of the first-run setup: check the link, test a connection, create the first admin. */
export function createSetupRoutes(options: SetupRoutesOptions): AuthRoutes {
  const { setup, connection, signIn, loginThrottle, trail, passwords } = options;

  async function refuseClosed() {
    if (!(await setup.isOpen())) throw alreadySetUp();
  }

  /** Checks the setup link of a request. Limited like a sign-in attempt, because the request can make the server connect anywhere. */
  async function inputOf<Schema extends typeof withLink>(
    schema: Schema,
    request: AuthRequest,
  ): Promise<z.output<Schema>> {
    await refuseClosed();
    await loginThrottle.take([addressRule(request.address)]);
    const input = parseBody(schema, request.body);
    if (!(await setup.expiryOf(input.token))) throw expired();
    return input;
  }

  async function showSetup({ query }: AuthRequest): Promise<AuthAnswer> {
    await refuseClosed();
    const expiresAt = await setup.expiryOf(query.get("token") ?? "");
    if (!expiresAt) return { value: { is_usable: false } };
    const { host, source } = connection;
    return { value: { is_usable: true, host, source, ends_at: expiresAt.toISOString() } };
  }

  async function testConnection(request: AuthRequest): Promise<AuthAnswer> {
    const { connection: other } = await inputOf(withLink, request);
    if (!other) return { value: await connection.testCurrent() };
    connection.refuseFixed();
    const act = { ...from(request), action: tryConnection.id, person: setupLinkActor, target: other.address };
    return { value: await trail.recordAct(act, () => connection.test(other)) };
  }

  async function createFirstAdmin(request: AuthRequest): Promise<AuthAnswer> {
    const { token, name, email, password, connection: other } = await inputOf(firstAdmin, request);
    refuseFaulty(password, { user: { name, email } });
    if (other) await connection.refuseUnusable(other);
    const passwordHash = await passwords.hash(password);
    const act = { ...from(request), person: { name, email, role: "admin" } as const };
    const create = () =>
      setup.create({ name, email, passwordHash }, async (tx) => {
        await redeemSetupLink(tx, token);
        if (other) await connection.use(other, name, tx);
      });
    const change = { ...act, action: changeConnection.id, target: other?.address ?? null };
    await trail.recordAct({ ...act, action: "setup" }, () => (other ? trail.recordAct(change, create) : create()));
    return signIn.enter(request, { email, password });
  }

  return {
    "GET /api/auth/setup": showSetup,
    "POST /api/auth/setup/connection": testConnection,
    "POST /api/auth/setup": createFirstAdmin,
  };
}
