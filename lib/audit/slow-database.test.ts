import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { auditTable } from "@/lib/db/console/tables/audit";
import { openDatabase } from "@/lib/db/database";
import { personWith } from "@/lib/testing/console";
import { databaseProxy } from "@/lib/testing/database/database-proxy";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createAuditTrail } from "./audit-trail";

test("refuses a send, and records nothing, when the database takes too long to record it", async () => {
  const near = await freshDatabase();
  const proxy = await databaseProxy(near.url);
  const far = openDatabase(proxy.url);
  const log = pino({ level: "silent" });
  const trail = createAuditTrail(far.db, { key: "k", log, maxRecordMs: timeoutMs(300) });
  await trail.start();
  const before = await near.db.$count(auditTable);

  proxy.delay(timeoutMs(60));
  const address = null;
  const sent = {
    person: personWith("admin"),
    op: pauseCampaign,
    target: "c1",
    request: "POST /x",
    requestId: randomUUID(),
  };
  await expect(trail.begin({ ...sent, address })).rejects.toMatchObject({ code: "not_recorded" });
  expect(await near.db.$count(auditTable)).toBe(before);

  proxy.delay(0);
  await trail.begin({ ...sent, address });
  expect(await near.db.$count(auditTable)).toBe(before + 1);
  await trail.close();
  await far.close();
});
