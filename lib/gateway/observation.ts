import type { Automatic, Person } from "@/lib/contract/actor";
import type { Drift } from "@/lib/contract/drift";
import type { Operation } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";

export type Observation = {
  op: Operation;
  input: Record<string, unknown>;
  person: Person;
  at: Date;
  ms: number;
  status: number | null;
  problem: Problem | null;
  /** True if a list needed the record. The person did not open it. */
  isBackground?: boolean | undefined;
  /** True for a refetch after an announced change. Announcing its differences again would never end. */
  isShared?: boolean | undefined;
  raw?: unknown;
  /** A large response as `{"raw": …}`. `raw` is then only its beginning. */
  body?: Uint8Array | undefined;
  drift?: Drift[];
};

/** A response of the platform: the unchanged JSON within `{"raw": …}`, and the parsed value if it is small. */
export type PlatformAnswer = {
  answer: Uint8Array;
  raw: unknown;
  drift?: Drift[];
  /** Time spent waiting for the platform. */
  ms?: number;
};

/** Sends an unattended action through the gateway, which records it before and after. */
export type SendAutomatically = (
  op: Operation,
  input: Record<string, unknown>,
  as: { person: Person; requestId: string; automatic: Automatic },
) => Promise<{ status: number; raw: unknown }>;
