import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

/** Whether the database failed us. A value that it refuses to hold (classes 22 and 23) is a mistake of ours. */
export function isStorageFault(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return !(error.cause instanceof DatabaseError) || isStorageFault(error.cause);
  if (error instanceof DatabaseError) return !/^2[23]/.test(error.code ?? "");
  return error instanceof Error && connectionLost.test(error.message);
}

/** The sentence for a write that failed because its disk is full, or was refused so that it never gets full. */
export function diskFault(error: unknown): string | undefined {
  if (error instanceof DrizzleQueryError) return diskFault(error.cause);
  return error instanceof DatabaseError ? diskFaults[error.code ?? ""] : undefined;
}

/** 25006 is what a read only database answers, as hosts of PostgreSQL also set one that runs out of space. */
const diskFaults: Record<string, string> = {
  "25006": "Switchboard's disk is nearly full: nothing is changed or sent until an admin frees space.",
  "53100": "The disk of Switchboard's database is full: nothing is changed or sent until an admin frees space.",
};

/** The pool's own errors have no code, and a transaction's are not wrapped. */
const connectionLost =
  /^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after|Client has encountered a connection error|connect E[A-Z]+ )/;
