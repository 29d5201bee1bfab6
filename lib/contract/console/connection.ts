import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export type Probe = {
  operation: string;
  path: string;
  status: number | null;
  ms: number;
  /** Sentence of the problem; null if the read succeeded. */
  problem: string | null;
};

/** `look`: works, with a warning. `fault`: does not work. `skipped`: could not be tried. */
export type CheckOutcome = "ok" | "look" | "fault" | "skipped";

export type ConnectionCheck = {
  /** `address`, `connection`, `certificate`, `key` and the like, or an operation's id. */
  id: string;
  name: string;
  outcome: CheckOutcome;
  message: string;
  notes: string[];
  /** Result of the check's read; null if the check is no read. */
  probe: Probe | null;
};

/** `message` is the result in a few words, for the audit log. */
export type ConnectionResult = { at: string; checks: ConnectionCheck[]; message: string };

export type ConnectionSource = "demo" | "environment" | "set";

/** Names the platform in file names: its host, or "demo platform". */
export const platformName = ({ host, source }: Pick<Connection, "host" | "source">) =>
  source === "demo" ? "demo platform" : host;

export type Connection = {
  host: string;
  /** `demo`: the local platform that `npm start` runs. `set`: set by an admin in the browser. */
  source: ConnectionSource;
  /** The whole address if it was set in the browser, so that another key can be given for it. */
  address: string | null;
  key_last_four: string;
  /** Who set it; null if it was not set in the browser. */
  set_by: string | null;
  set_at: string | null;
  /** Earlier connection that can be restored until `until`; null without one. `host` is null for the demo platform. */
  previous: { host: string | null; key_last_four: string | null; changed_at: string; until: string } | null;
  /** Another connection was set, and this process does not use it yet. All else is still of the one before. */
  is_switching: boolean;
  is_answering: boolean;
  /** The last request was answered with a fault. */
  is_faulty: boolean;
  last_answer_at: string | null;
  last_problem: string | null;
  endpoints: Endpoint[];
};

/** The last 60 requests to one of the platform's endpoints since this server was started. */
export type Endpoint = {
  operation: string;
  request: string;
  status: number | null;
  at: string | null;
  /** Median and 95th percentile of their durations; null without any. */
  median_ms: number | null;
  slow_ms: number | null;
  /** Number of these requests, and of the failed ones among them. */
  times: number;
  failed: number;
};

/** Host and state of the connection, for the rail and the top bar. */
export const getConnectionStatus = operation({
  id: "connection.status",
  label: "See whether the platform answers",
  method: "GET",
  path: "/console/connection/status",
  output: ownAnswer<
    Pick<Connection, "host" | "source" | "is_answering" | "is_faulty" | "last_answer_at" | "last_problem"> & {
      /** Switchboard's own database rejects changes because its disk is nearly full. */
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
  output: ownAnswer<Connection>(),
  allow: ["admin"],
});

/** Checks address, certificate, key, clock, and each read that is safe to try. */
export const testConnection = operation({
  id: "connection.test",
  label: "Test the connection",
  hasResult: true,
  minor: "connection test",
  method: "POST",
  path: "/console/connection/test",
  output: ownAnswer<ConnectionResult>(),
  allow: ["admin"],
});
