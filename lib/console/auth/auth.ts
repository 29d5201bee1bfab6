import { AsyncLocalStorage } from "node:async_hooks";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { accountTable, sessionTable, userTable } from "@/lib/console/tables";
import { firstPasswordHours, passwordLength } from "@/lib/contract/console/password";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { cookieAttributes, sessionCookie } from "./cookies";
import { hashedTokens } from "./hashed-tokens";
import { hashPassword, verifyPassword } from "./passwords";
import { absoluteSeconds, idleMs } from "./sessions";

/** Set by our own door from what the server knows; nothing that a visitor sends under this name gets that far. */
export const addressHeader = "x-switchboard-address";

type User = typeof userTable.$inferSelect;

/** What is to be done before better-auth starts a session in the same call. What it throws keeps the session from starting. */
export const beforeSession = new AsyncLocalStorage<(user: User) => Promise<void>>();

type AuthOptions = { db: Database; cookieKey: string; origin: string; origins: string[]; log: Logger };

/** better-auth, with everything shut that Switchboard does not use. It is reached through the door alone. */
export function createAuth({ db, cookieKey, origin, origins, log }: AuthOptions) {
  return betterAuth({
    baseURL: origin,
    basePath: "/api/auth",
    trustedOrigins: origins,
    secret: cookieKey,
    database: (options: BetterAuthOptions) =>
      hashedTokens(
        drizzleAdapter(db, {
          provider: "pg",
          schema: { user: userTable, session: sessionTable, account: accountTable },
          transaction: true,
        })(options),
        idleMs,
      ),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      expiresIn: absoluteSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: {
        lastSeenAt: { type: "date", required: false, input: false, defaultValue: () => new Date() },
      },
    },
    databaseHooks: {
      session: {
        create: { before: async ({ userId }) => mayStart(db, userId), after: async ({ userId }) => seen(db, userId) },
      },
    },
    // Counted in our own tables, under the true address.
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: "switchboard",
      cookies: { session_token: { name: sessionCookie, attributes: cookieAttributes } },
      defaultCookieAttributes: cookieAttributes,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { validateSchema: false },
    },
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      // Its own words may quote what was typed: only the fact is kept.
      log: (level) => log.debug({ level }, "better-auth"),
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

async function mayStart(db: Database, userId: string) {
  const [found] = await db
    .select({ user: userTable, chosenAt: accountTable.updatedAt })
    .from(userTable)
    .innerJoin(accountTable, eq(accountTable.userId, userTable.id))
    .where(eq(userTable.id, userId));
  if (!found || found.user.isDisabled) return false;
  const { user, chosenAt } = found;
  if (user.mustChangePassword) throw ownPasswordNeeded(chosenAt);
  await beforeSession.getStore()?.(user);
}

/** A first password is only good for choosing another, and not for ever. */
function ownPasswordNeeded(chosenAt: Date) {
  if (Date.now() - chosenAt.getTime() > firstPasswordHours * 60 * 60 * 1000)
    return new Problem(
      "first_password_expired",
      `This first password is older than ${firstPasswordHours} hours. Ask an admin for another.`,
    );
  return new Problem("must_change_password", "Choose a password of your own to go on: this one was set by an admin.");
}

async function seen(db: Database, userId: string) {
  await db.update(userTable).set({ lastSeenAt: new Date() }).where(eq(userTable.id, userId));
}
