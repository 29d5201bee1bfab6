import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Drift } from "@/lib/contract/drift";
import type { Implemented } from "@/lib/contract/implement";
import type { Operation, Role } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";
import type { LineCheck, Probe } from "@/lib/contract/settings";
import type { OpenDatabase } from "@/lib/db/database";
import { migrate } from "@/lib/db/migrate";
import { answers } from "./answers";
import { audit } from "./audit";
import { createAuditTrail } from "./audit-trail";
import { createAuth } from "./auth";
import { createAuthDoor } from "./auth-door";
import { createHealth } from "./health";
import { imports } from "./imports";
import { createKnownBrowser } from "./known-browser";
import { me } from "./me";
import { notices } from "./notices";
import { createObserver } from "./observer";
import { originsOf } from "./origins";
import { hashPassword } from "./passwords";
import { saved } from "./saved";
import { keyFor } from "./secret";
import { createSessions } from "./sessions";
import { drift, line, readings } from "./settings";
import { createSetup } from "./setup";
import { createSignIn, refuseFaulty } from "./sign-in";
import { userTable } from "./tables";
import { team } from "./team";
import { createTries } from "./tries";

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
export type Ending = {
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
  audit: { begin(sent: Sent): Promise<string>; finish(id: string, ending: Ending): Promise<void> };
  /** Never throws and never waits. */
  observe(observation: Observation): void;
  operations: readonly Implemented<ConsoleContext>[];
  /** A one-time link to `/setup`, while nobody is an admin. */
  setupLink(): Promise<string | undefined>;
  /** Whether nobody is an admin yet. */
  isSetupOpen(): Promise<boolean>;
  /** Throws when the database or its migrations are not well. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type Examined = LineCheck & { drift?: readonly Drift[] };

export type ConsoleOptions = {
  database: OpenDatabase;
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
  const { database, secret, origin, log } = options;
  const { db, pool } = database;
  await migrate(pool, { schema: "console", folder: "lib/console/migrations" });

  const cookieKey = keyFor("session cookie", secret);
  const origins = originsOf(origin);
  const trail = createAuditTrail(db, auditKeyOf(secret));
  const sessions = createSessions(db, cookieKey);
  const setup = createSetup(db, origin);
  const tries = createTries(db);
  const observer = createObserver(db, log);
  const health = createHealth({ ...options, seeDrift: observer.seeDrift });
  const auth = createAuth({ db, cookieKey, origin, origins, log });
  const knownBrowser = createKnownBrowser(keyFor("known browser", secret));
  const signIn = createSignIn({ auth, db, tries, knownBrowser, trail });

  if (options.admin && (await setup.isOpen())) {
    const { email, password } = options.admin;
    const admin = { name: email.split("@", 1).join(), email };
    refuseFaulty(password, { user: admin });
    await setup.ensure({ ...admin, passwordHash: await hashPassword(password) });
  }
  const sweeping = setInterval(() => void sessions.sweep().catch(() => {}), 60 * 60 * 1000).unref();

  return {
    auth: createAuthDoor({ origins, signIn, sessions, setup, tries, trail, health, line: options.line, log }),
    personOf: sessions.personOf,
    audit: trail,
    observe(observation) {
      health.observe(observation);
      observer.observe(observation);
    },
    operations: [
      me(db),
      team(db, tries),
      audit(db),
      answers(db),
      saved(db),
      line(health, options.line),
      readings(db),
      drift(db),
      notices(db),
      imports(db),
    ].flat(),
    setupLink: setup.link,
    isSetupOpen: setup.isOpen,
    async ready() {
      await db.select({ id: userTable.id }).from(userTable).limit(1);
    },
    async close() {
      clearInterval(sweeping);
      await observer.flush();
    },
  };
}
