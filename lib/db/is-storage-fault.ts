import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

/** Whether the database failed us. A value that it refuses to hold (classes 22 and 23) is a mistake of ours. */
export function isStorageFault(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return !(error.cause instanceof DatabaseError) || isStorageFault(error.cause);
  if (error instanceof DatabaseError) return !/^2[23]/.test(error.code ?? "");
  return error instanceof Error && connectionLost.test(error.message);
}

/** The pool's own errors have no code, and a transaction's are not wrapped. */
const connectionLost =
  /^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after|Client has encountered a connection error|connect E[A-Z]+ )/;
