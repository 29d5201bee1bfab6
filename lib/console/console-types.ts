import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { ConnectionCheck, ConnectionSource, Probe } from "@/lib/contract/console/connection";
import type { Me } from "@/lib/contract/console/me";
import type { Sample } from "@/lib/contract/console/summary";
import type { Drift } from "@/lib/contract/drift";
import { type Implemented, implementIn, type Operation, type Role } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";
import type { OpenDatabase } from "@/lib/db/database";

export type Person = { id: string; name: string; email: string; role: Role; sessionId: string };
/** Who reads, with how they like things. */
export type Reader = Person & { me: Me };
export type ConsoleContext = { person: Person; address: string | null; requestId: string };

export const implement = implementIn<ConsoleContext>();

/** What is sent with nobody there is recorded under the name of the rule or the plan that sent it, with its reason. */
export type Automatic = {
  actor: { id?: string; name: string; email: string; role?: Role };
  detail: Record<string, unknown>;
};

/** Sends through the gateway, with nobody there: recorded before it leaves and again when it is answered. */
export type SendAutomatically = (
  op: Operation,
  input: Record<string, unknown>,
  as: { person: Person; requestId: string; automatic: Automatic },
) => Promise<{ status: number; raw: unknown }>;

/** A write as it is about to leave. */
export type Sent = {
  person: Person;
  automatic?: Automatic | undefined;
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
  /** The answer as `{"raw": …}`, where it is large: `raw` is then only its beginning. */
  body?: Uint8Array | undefined;
  drift?: Drift[];
};

export type Console = {
  /** Answers everything under `/api/auth/`. `address` is the visitor's, as the server knows it. */
  auth(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  /** Answers `/api/events`: the stream of what changed, and who looks at what. */
  events(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void>;
  /** Ends every open stream and all that works by itself; what is asked for is answered still. */
  stopWork(): Promise<unknown>;
  personOf(cookie: string | undefined): Promise<Person | undefined>;
  /**
   * The same for a read, and remembered for a few seconds. What writes asks `personOf`. `isUnattended`: asked by a tab while
   * nobody is at it, so that its session ends when it has been idle for its time.
   */
  readerOf(cookie: string | undefined, isUnattended?: boolean): Reader | undefined | Promise<Reader | undefined>;
  /** Called whenever anybody's session, role or state may have changed, in any process. Answers how to stop. */
  onSessionsChanged(run: () => void): () => void;
  /** Whether a cookie was made here, without asking the database: its session may be over. */
  hasSession(cookie: string | undefined): boolean;
  audit: { begin(sent: Sent): Promise<string>; finish(id: string, ending: AuditOutcome): Promise<void> };
  /** Tells every process on the database that something is not what it was: keys as in `StreamMessage`. Never throws, never waits. */
  changed(keys: readonly string[]): void;
  /** Called in every process when somebody said so. */
  onChangedKeys(run: (keys: readonly string[]) => void): void;
  /** Never throws and never waits. */
  observe(observation: Observation): void;
  operations: readonly Implemented<ConsoleContext>[];
  /** Guard rails and planned actions begin to be looked after: by way of the gateway, which comes after the console. */
  automate(send: SendAutomatically): void;
  /** A one-time link to `/setup`, while nobody is an admin. */
  setupLink(): Promise<string | undefined>;
  /** Whether nobody is an admin yet. */
  isSetupOpen(): Promise<boolean>;
  /** Whether who forgot a password may ask for a link by mail. */
  sendsMail: boolean;
  /** Throws when the database or its migrations are not well, its disk is nearly full, or no process led for a minute. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type Examined = ConnectionCheck & { drift?: readonly Drift[] };

/** What one read of the platform brought: the JSON as sent, within `{"raw": …}`, and the same parsed where it is small. */
export type Collected = {
  answer: Uint8Array;
  raw: unknown;
  /** How it differed from the document. */
  drift?: Drift[];
  /** How long the platform was waited for. */
  ms?: number;
};

export type Collect = {
  /** Tells the organization of one key from that of another, and holds neither. */
  keyPrint: string;
  /** The print of the demo platform's key, if this installation has one. */
  demoKeyPrint?: string | undefined;
  read: (op: Operation, input: Record<string, unknown>) => Promise<Collected>;
};

/** A mail with an ID of its own is the same one at each try. */
export type Mail = { to: string; subject: string; text: string; messageId?: string };

type Sending = {
  mailer?: { from: string; send: (mail: Mail) => Promise<void> } | undefined;
  /** Vets the addresses that are not mail. */
  mayConnect: (address: string) => boolean;
  tickMs?: number;
  evaluateMs?: number;
};

export type ConsoleOptions = {
  database: OpenDatabase;
  /** The same database by connections of their own, for reads that may take long. */
  reads: OpenDatabase;
  /** The same database by a few connections of their own, for signing in and setting up. */
  strangers: OpenDatabase;
  secret: string;
  origin: string;
  admin?: { email: string; password: string };
  connection: {
    host: string;
    source: ConnectionSource;
    keyLastFour: string;
    setBy?: string;
    /** ISO 8601. */
    setAt?: string;
  };
  /** Records of the demo platform to look at first. */
  samples?: readonly Sample[];
  /** Tries each read of the platform that needs no identifier. */
  probe: () => Promise<Probe[]>;
  /** Looks at the whole line, check by check; a read's check brings along how its answer differed. */
  examine: () => AsyncIterable<Examined>;
  /** The same for a connection that is not in use. */
  examineOther: (other: { baseUrl: string; key: string }) => AsyncIterable<Examined>;
  /** Longer than a send may be under way: one without an end after that was cut off. */
  longestSendMs?: number;
  /** What is read of the platform by itself and kept; nothing without it. */
  collect?: Collect;
  /** How alerts leave the house. */
  alerts?: Sending;
  log: Logger;
  /** Fails by itself within seconds. Without it no mail is sent: links are handed on by whoever makes them. */
  sendMail?: (mail: Mail) => Promise<void>;
  /** How long somebody who reads is remembered. */
  memory?: { lastsMs: number };
  /** Throws when a person asks too much at once. */
  limit?: (person: string) => void;
  /** How many streams of events one session may have open. */
  streamsOfSession?: number;
};
