import { verifyAuditLog } from "@/lib/contract/console/audit";
import { getConnection, getConnectionStatus } from "@/lib/contract/console/connection";
import { readDeliveries } from "@/lib/contract/console/deliveries";
import { getMe } from "@/lib/contract/console/me";
import { getSummary } from "@/lib/contract/console/summary";
import { type Implemented, isWrite } from "@/lib/contract/operation";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import type { ConsoleContext } from "./console-types";

/** Answered at once, or by waiting for the platform or for what is done once for everybody. */
const unlimited = [getMe, getConnectionStatus, getConnection, readDeliveries, verifyAuditLog].map(({ id }) => id);

const waits = {
  waiting: 200,
  waitingPerKey: 40,
  sentence: "Many people are reading. Try again shortly.",
};

/** Few reads go to PostgreSQL at once, and fewer of one person: however slow they are, everybody else's sends and reads go on. */
export function limitReads(operations: readonly Implemented<ConsoleContext>[]): readonly Implemented<ConsoleContext>[] {
  const limit = createConcurrencyLimit({ atOnce: 4, perKey: 2, ...waits });
  // Every page's navigation waits for it.
  const limitSummary = createConcurrencyLimit({ atOnce: 2, perKey: 1, ...waits });
  return operations.map((each) => {
    const { op, run } = each;
    if (isWrite(op) || unlimited.includes(op.id)) return each;
    const limited = op.id === getSummary.id ? limitSummary : limit;
    return { op, run: (input, context) => limited(() => run(input, context), context.person.id) };
  });
}
