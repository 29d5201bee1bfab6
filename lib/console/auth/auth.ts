import { AsyncLocalStorage } from "node:async_hooks";
import { type BetterAuthOptions, betterAuth, type DBAdapter } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { hashOf } from "@/lib/console/secret";
import { accountTable, sessionTable, userTable } from "@/lib/console/tables";
import { passwordLength } from "@/lib/contract/console/password";
import type { Database } from "@/lib/db/database";
import type { Cookies } from "./cookies";
import { hashPassword, verifyPassword } from "./passwords";
import type { SessionMemory } from "./session-memory";
import { absoluteSeconds, idleMs } from "./sessions";

/** Set by our own door from what the server knows; nothing that a visitor sends under this name gets that far. */
export const addressHeader = "x-switchboard-address";

type User = typeof userTable.$inferSelect;

/** What is to be done before better-auth starts a session in the same call. What it throws keeps the session from starting. */
export const beforeSession = new AsyncLocalStorage<(user: User) => Promise<void>>();

type AuthOptions = {
  db: Database;
  cookies: Cookies;
  memory: SessionMemory;
  origin: string;
  origins: string[];
  log: Logger;
};

/** better-auth, with everything shut that Switchboard does not use. It is reached through the door alone. */
export function createAuth({ db, cookies, memory, origin, origins, log }: AuthOptions) {
  return betterAuth({
    baseURL: origin,
    basePath: "/api/auth",
    trustedOrigins: origins,
    secret: cookies.key,
    database: (options: BetterAuthOptions) => {
      const schema = { user: userTable, session: sessionTable, account: accountTable };
      const adapterOn = (on: Database) => drizzleAdapter(on, { provider: "pg", schema, transaction: true })(options);
      return hashedTokens(db, { adapterOn, memory });
    },
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
      cookies: { session_token: { name: cookies.session, attributes: cookies.attributes } },
      defaultCookieAttributes: cookies.attributes,
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
  const [user] = await db.select().from(userTable).where(eq(userTable.id, userId));
  if (!user || user.isDisabled || user.isInvited) return false;
  await beforeSession.getStore()?.(user);
}

async function seen(db: Database, userId: string) {
  await db.update(userTable).set({ lastSeenAt: new Date() }).where(eq(userTable.id, userId));
}

type Adapter = DBAdapter<BetterAuthOptions>;
type Wheres = Parameters<Adapter["findOne"]>[0]["where"];

type HashedParts = { adapterOn: (db: Database) => Adapter; memory: SessionMemory };

/** Lets better-auth see session tokens while the database keeps their hashes only. A session left idle is not found. */
function hashedTokens(db: Database, parts: HashedParts): Adapter {
  const { adapterOn, memory } = parts;
  const adapter = adapterOn(db);
  /** A change to anybody, their password or a session. */
  const change = <T>(run: (inside: Adapter) => Promise<T>) => memory.changing(db, (tx) => run(adapterOn(tx)));
  const isSession = ({ model }: { model: string }) => model === "session";
  const own = <Asked extends { model: string; where: Wheres }>(asked: Asked): Asked =>
    isSession(asked) ? { ...asked, where: hashed(asked.where) } : asked;
  return {
    ...adapter,
    create: async <T extends Record<string, unknown>, R = T>(asked: Parameters<typeof adapter.create<T, R>>[0]) => {
      if (!isSession(asked)) return adapter.create<T, R>(asked);
      const token = String(asked.data.token);
      const session = await adapter.create<T, R>({ ...asked, data: { ...asked.data, token: hashOf(token) } });
      return { ...session, token };
    },
    findOne: async (asked) => {
      if (!isSession(asked)) return adapter.findOne(asked);
      const alive = { field: "lastSeenAt", operator: "gt", value: new Date(Date.now() - idleMs) } as const;
      return withToken(await adapter.findOne({ ...asked, where: [...hashed(asked.where), alive] }), asked.where);
    },
    update: async <T>(asked: Parameters<typeof adapter.update<T>>[0]) => {
      const row = await change((inside) => inside.update<T>(own(asked)));
      return isSession(asked) ? withToken(row, asked.where) : row;
    },
    findMany: (asked) =>
      adapter.findMany(isSession(asked) && asked.where ? { ...asked, where: hashed(asked.where) } : asked),
    delete: (asked) => change((inside) => inside.delete(own(asked))),
    deleteMany: (asked) => change((inside) => inside.deleteMany(own(asked))),
    updateMany: (asked) => change((inside) => inside.updateMany(own(asked))),
    transaction: (run) => memory.changing(db, (tx) => run(hashedTokens(tx, parts))),
  };
}

const hashed = <Where extends Wheres>(where: Where) =>
  where.map((clause) => {
    if (clause.field !== "token") return clause;
    const value = Array.isArray(clause.value)
      ? clause.value.map((token) => hashOf(String(token)))
      : hashOf(String(clause.value));
    return { ...clause, value };
  });

/** A row that was looked for by its token is given back with that token, not with the hash. */
function withToken<Row>(row: Row | null, where: Wheres): Row | null {
  const token = where.find(({ field }) => field === "token")?.value;
  return row && token !== undefined ? { ...row, token } : row;
}
