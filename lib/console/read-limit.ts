import { verifyAuditLog } from "@/lib/contract/console/audit";
import { getConnection, getConnectionStatus } from "@/lib/contract/console/connection";
import type { ConsoleContext } from "@/lib/contract/console/context";
import { readDeliveries } from "@/lib/contract/console/deliveries";
import { getMe } from "@/lib/contract/console/me";
import { getSummary } from "@/lib/contract/console/summary";
import { type Implemented, isWrite } from "@/lib/contract/operation";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";

/** Fast operations, and operations that wait for the platform or for a shared run instead of the database. */
const unlimited = [getMe, getConnectionStatus, getConnection, readDeliveries, verifyAuditLog].map(({ id }) => id);

const queueOptions = {
  waiting: 200,
  waitingPerKey: 40,
  sentence: "Many people are reading. Try again shortly.",
};

/** Limits concurrent reads of PostgreSQL in all and per person, so that slow reads do not block others. */
export function limitReads(operations: readonly Implemented<ConsoleContext>[]): readonly Implemented<ConsoleContext>[] {
  const limit = createConcurrencyLimit({ atOnce: 4, perKey: 2, ...queueOptions });
  // A separate limit, because the navigation of each page needs it.
  const limitSummary = createConcurrencyLimit({ atOnce: 2, perKey: 1, ...queueOptions });
  return operations.map((operation) => {
    const { op, run } = operation;
    if (isWrite(op) || unlimited.includes(op.id)) return operation;
    const limited = op.id === getSummary.id ? limitSummary : limit;
    return { op, run: (input, context) => limited(() => run(input, context), context.person.id) };
  });
}
