import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { answers } from "@/lib/console/audit/answers";
import { audit } from "@/lib/console/audit/audit";
import { itself } from "@/lib/console/audit/audit-lines";
import { type AuditTrail, createAuditTrail } from "@/lib/console/audit/audit-trail";
import { createAuth } from "@/lib/console/auth/auth";
import { createAuthHandler } from "@/lib/console/auth/auth-handler";
import { createKnownBrowser } from "@/lib/console/auth/known-browser";
import { createLoginThrottle } from "@/lib/console/auth/login-throttle";
import { hashPassword } from "@/lib/console/auth/passwords";
import { createRefusedSignIns } from "@/lib/console/auth/refused-sign-ins";
import { createSessions } from "@/lib/console/auth/sessions";
import { createSetup } from "@/lib/console/auth/setup";
import { createSignIn, refuseFaulty } from "@/lib/console/auth/sign-in";
import type { ConnectionCheck, Probe } from "@/lib/contract/console/settings";
import type { Drift } from "@/lib/contract/drift";
import type { Implemented } from "@/lib/contract/implement";
import type { Operation, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Database, OpenDatabase } from "@/lib/db/database";
import { consoleMigrations } from "@/lib/db/known-migrations";
import { migrate } from "@/lib/db/migrate";
import { originsOf } from "@/lib/http/origins";
import { createHealth, onceAtATime } from "./health";
import { imports } from "./imports";
import { me } from "./me";
import { notices } from "./notices";
import { createObserver } from "./observer";
import { saved } from "./saved";
import { keyFor } from "./secret";
import { createStorage, drift, line, meanings } from "./settings";
import { team } from "./team";

export type Person = { id: string; name: string; email: string; role: Role; sessionId: string };
export type ConsoleContext = { person: Person; address: string | null; requestId: string };

/** A write as it is about to leave. */
export type Sent = {
  person: Person;
  op: Operation;
  target: string | null;
  request: string | null;
  requestId: string;
  address: string | null;
  detail?: Record<string, unknown>;
};

/** What became of it. `body` is the upstream's own text, shortened. */
export type AuditOutcome = {
  outcome: "ok" | "refused" | "unknown";
  status: number | null;
  message: string | null;
  body: string | null;
  detail?: Record<string, unknown>;
};

/** One request to the platform, as the gateway saw it. */
export type Observation = {
  op: Operation;
  input: Record<string, unknown>;
  person: Person;
  at: Date;
  ms: number;
  status: number | null;
  problem: Problem | null;
  /** Read for a list: the person did not open the record. */
  isBackground?: boolean | undefined;
  raw?: unknown;
  drift?: Drift[];
};

export type Console = {
  /** Answers everything under `/api/auth/`. `address` is the visitor's, as the server knows it. */
  auth(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  personOf(cookie: string | undefined): Promise<Person | undefined>;
  /** Whether a cookie was made here, without asking the database: its session may be over. */
  hasSession(cookie: string | undefined): boolean;
  audit: { begin(sent: Sent): Promise<string>; finish(id: string, ending: AuditOutcome): Promise<void> };
  /** Never throws and never waits. */
  observe(observation: Observation): void;
  operations: readonly Implemented<ConsoleContext>[];
  /** A one-time link to `/setup`, while nobody is an admin. */
  setupLink(): Promise<string | undefined>;
  /** Whether nobody is an admin yet. */
  isSetupOpen(): Promise<boolean>;
  /** Throws when the database or its migrations are not well, or its disk is nearly full. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type Examined = ConnectionCheck & { drift?: readonly Drift[] };

export type ConsoleOptions = {
  database: OpenDatabase;
  /** The same database by a few connections of their own, for signing in and setting up. */
  strangers: OpenDatabase;
  secret: string;
  origin: string;
  admin?: { email: string; password: string };
  line: { host: string; kind: "built-in" | "environment"; keyLastFour: string };
  /** Tries each read of the platform that needs no identifier. */
  probe: () => Promise<Probe[]>;
  /** Looks at the whole line, check by check; a read's check brings along how its answer differed. */
  examine: () => AsyncIterable<Examined>;
  log: Logger;
};

export const auditKeyOf = (secret: string) => keyFor("audit", secret);

/** Sign-in, members, audit and everything Switchboard keeps for itself, on one database. Migrates it first. */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const { database, strangers, secret, origin, log } = options;
  const { db, pool } = database;
  await migrate(pool, consoleMigrations);

  const cookieKey = keyFor("session cookie", secret);
  const origins = originsOf(origin);
  const trail = createAuditTrail(db, { key: auditKeyOf(secret), log });
  await trail.start();
  const sessions = createSessions(db, cookieKey);
  const storage = createStorage(db);
  const observer = createObserver(db, log);
  const health = createHealth({ ...options, seeDrift: observer.seeDrift });
  const knownBrowser = createKnownBrowser(keyFor("known browser", secret));
  const signInOn = (own: Database, ownTrail: AuditTrail) => {
    const auth = createAuth({ db: own, cookieKey, origin, origins, log });
    const ownSessions = createSessions(own, cookieKey);
    const loginThrottle = createLoginThrottle(own);
    return createSignIn({ auth, db: own, loginThrottle, knownBrowser, sessions: ownSessions, trail: ownTrail });
  };
  const { signOut, changePassword } = signInOn(db, trail);

  // What anybody can ask for without being known waits for connections of its own.
  const strangersTrail = trail.on(strangers.db);
  const setup = createSetup(strangers.db, origin);
  const refusedSignIns = createRefusedSignIns({ trail: strangersTrail, log });
  const { signIn, enter } = signInOn(strangers.db, strangersTrail);

  if (options.admin && (await setup.isOpen())) {
    const { email, password } = options.admin;
    const admin = { name: email.split("@", 1).join(), email };
    refuseFaulty(password, { user: admin });
    const passwordHash = await hashPassword(password);
    const act = {
      action: "setup",
      person: { ...admin, role: "admin" },
      requestId: randomUUID(),
      address: null,
    } as const;
    await trail
      .recordAct(act, () => setup.ensure({ ...admin, passwordHash }), "From SWITCHBOARD_ADMIN_EMAIL.")
      .catch((error: unknown) => {
        if (!(error instanceof Problem && error.code === "conflict")) throw error;
      });
  }
  const loginThrottle = createLoginThrottle(db);
  const sweep = () => Promise.all([sessions.sweep(), loginThrottle.sweep()]).catch(() => {});
  const sweeping = setInterval(() => void sweep(), 60 * 60 * 1000).unref();
  const isReady = onceAtATime(storage.ready);

  return {
    auth: createAuthHandler({
      origins,
      signIn: { signIn, enter, signOut, changePassword },
      sessions,
      setup,
      loginThrottle: createLoginThrottle(strangers.db),
      trail: strangersTrail,
      refusedSignIns,
      health,
      line: options.line,
      log,
    }),
    personOf: sessions.personOf,
    hasSession: sessions.hasSession,
    audit: trail,
    observe(observation) {
      health.observe(observation);
      observer.observe(observation);
    },
    operations: [
      me(db),
      team(db, loginThrottle),
      audit(db),
      answers(db),
      saved(db),
      line({ health, storage, line: options.line }),
      meanings(db),
      drift(db),
      notices(db),
      imports(db),
    ].flat(),
    async setupLink() {
      if (!(await setup.isOpen())) return undefined;
      const act = { action: "setup.link", person: itself, requestId: randomUUID(), address: null };
      return trail.recordAct(act, setup.link);
    },
    isSetupOpen: setup.isOpen,
    ready: isReady,
    async close() {
      clearInterval(sweeping);
      await refusedSignIns.flush();
      await observer.flush();
      await trail.close();
    },
  };
}
