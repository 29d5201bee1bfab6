import { z } from "#schema";
import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export type Probe = {
  operation: string;
  path: string;
  status: number | null;
  ms: number;
  /** The sentence of the problem, where the read failed. */
  problem: string | null;
};

/** `look` is worth a look, `fault` does not work, `skipped` could not be tried. */
export type CheckOutcome = "ok" | "look" | "fault" | "skipped";

/** One thing that was looked at on the connection. */
export type ConnectionCheck = {
  /** `address`, `connection`, `certificate`, `key` and the like, or an operation's id. */
  id: string;
  name: string;
  outcome: CheckOutcome;
  /** One sentence in plain words. */
  says: string;
  /** What stands behind it, a line each. */
  notes: string[];
  /** For a read: how it went. */
  probe: Probe | null;
};

export type ConnectionSource = "demo" | "environment" | "set";

export type Connection = {
  host: string;
  /** `demo` is the local platform that `npm start` brings up; `set` was set by an admin in the browser. */
  source: ConnectionSource;
  key_last_four: string;
  /** Who set it, where it was set in the browser. */
  set_by: string | null;
  set_at: string | null;
  /** What was there before and can be gone back to; `host` is null for the demo platform. */
  previous: { host: string | null; key_last_four: string | null; changed_at: string; until: string } | null;
  is_answering: boolean;
  /** It answers, but not as it should. */
  is_faulty: boolean;
  last_answer_at: string | null;
  last_problem: string | null;
  /** The last reads, oldest first. */
  reads: { at: string; ms: number; ok: boolean }[];
  endpoints: Endpoint[];
};

/** How one of the platform's endpoints answered of late, since this server was started. */
export type Endpoint = {
  operation: string;
  request: string;
  status: number | null;
  at: string | null;
  /** The middle of its last times, and what all but the slowest five in a hundred stay under. */
  median_ms: number | null;
  slow_ms: number | null;
  /** How many times that is, and how many of them went badly. */
  times: number;
  failed: number;
};

/** Host and whether it answers, for the rail and the topbar. */
export const getConnectionStatus = operation({
  id: "connection.status",
  label: "See whether the platform answers",
  method: "GET",
  path: "/console/connection/status",
  input: z.object({}),
  output: ownAnswer<
    Pick<Connection, "host" | "source" | "is_answering" | "is_faulty" | "last_answer_at" | "last_problem"> & {
      /** Switchboard's own database takes no changes. */
      is_disk_low: boolean;
    }
  >(),
  allow: roles,
});

export const getConnection = operation({
  id: "connection.get",
  label: "See connection health",
  method: "GET",
  path: "/console/connection",
  input: z.object({}),
  output: ownAnswer<Connection>(),
  allow: ["admin"],
});

/** Looks at the whole connection: address, certificate, key, clock, and each read that can be tried safely. */
export const testConnection = operation({
  id: "connection.test",
  label: "Test the connection",
  minor: "connection test",
  method: "POST",
  path: "/console/connection/test",
  input: z.object({}),
  output: ownAnswer<{ at: string; checks: ConnectionCheck[] }>(),
  allow: ["admin"],
});
