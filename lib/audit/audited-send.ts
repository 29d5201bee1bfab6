import type { Automatic, Person } from "@/lib/contract/actor";
import type { Operation } from "@/lib/contract/operation";

/** A write that the audit log records before it is sent. */
export type AuditedSend = {
  person: Person;
  automatic?: Automatic | undefined;
  op: Operation;
  target: string | null;
  request: string | null;
  requestId: string;
  address: string | null;
  detail?: Record<string, unknown> | undefined;
  /** Verb phrase for this input, of an operation with more than one direction. */
  act?: string | undefined;
};

/** The outcome of a write. `body` is the upstream's text, shortened. */
export type AuditOutcome = {
  outcome: "ok" | "refused" | "unknown";
  status: number | null;
  message: string | null;
  body: string | null;
  detail?: Record<string, unknown>;
};
