import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { AlertOptions } from "@/lib/alerts/watch";
import type { AuditedSend, AuditOutcome } from "@/lib/audit/audited-send";
import type { Collect } from "@/lib/collector/collect";
import type { ConnectionSource, Probe } from "@/lib/contract/console/connection";
import type { ConsoleContext, Reader } from "@/lib/contract/console/context";
import type { Sample } from "@/lib/contract/console/summary";
import type { Implemented } from "@/lib/contract/operation";
import type { OpenDatabase } from "@/lib/db/database";
import type { Examined } from "@/lib/gateway/diagnostics/connection-checks";
import type { Observation, SendAutomatically } from "@/lib/gateway/observation";
import type { Mail } from "@/lib/mailer";

export type Console = {
  /** Handles all requests under `/api/auth/`. `address` is the client's IP address. */
  auth(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  /** Handles `/api/events`: the event stream, and reports of viewed pages. */
  events(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void>;
  /** Ends all streams and background work. Requests are still answered. */
  stopWork(): Promise<unknown>;
  /** `isUnattended` requests come from a tab without a person and do not keep the session active. */
  personOf(cookie: string | undefined, isUnattended?: boolean): Promise<Reader | undefined>;
  /** Subscribes to possible changes of sessions, roles or states, in all processes. Returns the unsubscribe function. */
  onSessionsChanged(run: () => void): () => void;
  /** True if the cookie has a valid signature. Does not query the database, so the session can have ended. */
  hasSession(cookie: string | undefined): boolean;
  audit: { begin(sent: AuditedSend): Promise<string>; finish(id: string, ending: AuditOutcome): Promise<void> };
  /** Publishes changed query keys to all processes, as in `StreamMessage`. Never throws and never waits. */
  changed(keys: readonly string[]): void;
  /** Subscribes to the changed keys of all processes. */
  onChangedKeys(run: (keys: readonly string[]) => void): void;
  /** Never throws and never waits. */
  observe(observation: Observation): void;
  operations: readonly Implemented<ConsoleContext>[];
  /** Starts guard rails and scheduled actions. They need the gateway, which is created after the console. */
  automate(send: SendAutomatically): void;
  /** A one-time link to `/setup`, or undefined if an admin exists. */
  setupLink(): Promise<string | undefined>;
  /** True while no admin exists. */
  isSetupOpen(): Promise<boolean>;
  /** True if people can request a reset link by mail. */
  sendsMail: boolean;
  /** Throws if the database or its tables are unavailable, it is read-only, or no process has led for a minute. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type ConsoleOptions = {
  database: OpenDatabase;
  /** Separate connections to the database, for slow reads. */
  reads: OpenDatabase;
  /** A few separate connections to the database, for sign-in and setup. */
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
  /** Sample records of the demo platform. */
  samples?: readonly Sample[];
  /** Tries each read of the platform that needs no identifier. */
  probe: () => Promise<Probe[]>;
  /** Tests the connection in use, check by check. Checks that read include the differences from the API documentation. */
  examine: () => AsyncIterable<Examined>;
  /** Tests a connection that is not in use. */
  examineOther: (other: { baseUrl: string; key: string }) => AsyncIterable<Examined>;
  /** Longer than any send. A send without an end after this time was interrupted. */
  longestSendMs?: number;
  /** Without it, the platform is not polled and nothing is stored. */
  collect?: Collect;
  /** Delivery of alerts. */
  alerts?: AlertOptions;
  log: Logger;
  /** Must fail within seconds. Without it, no mail is sent and people pass links on themselves. */
  sendMail?: (mail: Mail) => Promise<void>;
  /** Throws if a person sends too many requests at once. */
  limit?: (person: string) => void;
  /** Maximum number of open event streams per session. */
  streamsOfSession?: number;
};
