import { randomUUID } from "node:crypto";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { createLineWriter } from "@/lib/audit/outside/line-writer";
import { openDatabase } from "@/lib/db/database";
import { createLog, createOutput } from "@/lib/server/log";

/** Records actions and writes the audit log to stdout. Sends the number of recorded actions, and then waits to be ended. */
const [, , url = "", secret = "", replica = "", count = "0"] = process.argv;
const output = createOutput({ minLength: 0 });
const log = createLog("warn", output);
const database = openDatabase(url);
const { onAppend, countWaiting } = createLineWriter({ db: database.db, output, replica, log, everyMs: 50 });
const trail = createAuditTrail(database.db, { key: auditKeyOf(secret), log, onAppend });
for (let index = 0; index < Number(count); index += 1) {
  const person = { name: replica, email: `${replica}@fernhill.example` };
  const act = { action: "note", person, requestId: randomUUID(), address: null, detail: { text: "x".repeat(900) } };
  await trail.record({ ...act, outcome: "ok", status: 200, message: null });
}
process.send?.({ recorded: Number(count), waiting: await countWaiting() });
