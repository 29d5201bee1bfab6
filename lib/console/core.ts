import { eq } from "drizzle-orm";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { type AuditTrail, createAuditTrail } from "@/lib/audit/audit-trail";
import { cookiesFor } from "@/lib/auth/cookies";
import { createLoginThrottle } from "@/lib/auth/login-throttle";
import { createPasswords } from "@/lib/auth/passwords";
import { createSecondFactors } from "@/lib/auth/second-factor";
import { watchSessions } from "@/lib/auth/session-changes";
import { createSessions } from "@/lib/auth/sessions";
import { createTokens } from "@/lib/auth/tokens";
import { Observer } from "@/lib/collector/records/observer";
import { joinCallLines } from "@/lib/db/console/call-lines";
import { rehashDoNotCall } from "@/lib/db/console/number-lines";
import { savedTable } from "@/lib/db/console/tables/registry";
import { openDatabase } from "@/lib/db/database";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { ErasedPeople } from "@/lib/erasure/erased-people";
import { type ErasuresOptions, loadErasures, settleErasures, startErasures } from "@/lib/erasure/erasures";
import { createEvents } from "@/lib/events/events";
import { keyFor } from "@/lib/secret";
import type { ConsoleOptions } from "./console-types";
import { Health } from "./health";

export type Core = Awaited<ReturnType<typeof createCore>>;

/** The parts that all others of the console use. Migrates the database first. */
export async function createCore(options: ConsoleOptions) {
  const { database, secret, origin, log } = options;
  const { db, pool } = database;
  await migrate(pool, consoleMigrations);
  await rehashDoNotCall(db, secret);
  await joinCallLines(db);
  const accountId = options.collect?.accountId ?? "";
  // Rows of versions without accounts belong to the account that is connected first.
  await db.update(savedTable).set({ accountId }).where(eq(savedTable.accountId, ""));

  const auditKey = auditKeyOf(secret);
  const { longestSendMs, onAudit: onAppend } = options;
  const trail = createAuditTrail(db, { accountId, key: auditKey, log, longestSendMs, onAppend });
  await trail.start();
  const urgent = openDatabase(database.url, { connections: 2, urgent: true });
  const cookies = cookiesFor(origin, keyFor("session cookie", secret));
  const events = createEvents({ database, log });
  const erasures: ErasuresOptions = {
    ...{ database, accountId, secret, people: new ErasedPeople(db, secret), changed: events.changed, log },
    dataDirectory: options.dataDirectory,
  };
  await startErasures(erasures);
  events.onChanged((resources) => {
    if (resources.includes("erasures"))
      void loadErasures(erasures)
        .then(() => settleErasures(erasures))
        .catch((err: unknown) => log.error({ err }, "the erasures could not be loaded"));
  });
  const observer = new Observer({ db, accountId, changed: events.changed, log });
  return {
    db,
    accountId,
    auditKey,
    trail: { ...trail, ...alsoOnFullDisk(trail, trail.on(urgent.db)) },
    urgent,
    cookies,
    sessions: createSessions(db, cookies),
    tokens: createTokens(db),
    sessionChanges: watchSessions(database),
    loginThrottle: createLoginThrottle(db),
    passwords: options.passwords ?? createPasswords(),
    factors: createSecondFactors(secret),
    events,
    erasures,
    observer,
    health: new Health({
      ...options,
      recordDrift: (request, drift) => observer.recordDrift(request, drift),
      onChange: () => events.changed(["connection"]),
    }),
  };
}

/** Records what frees space over connections that also write while the disk is nearly full. */
function alsoOnFullDisk(usual: AuditTrail, urgent: AuditTrail): Pick<AuditTrail, "begin" | "finish"> {
  const begunOnUrgent = new Set<string>();
  return {
    async begin(sent) {
      if (!sent.op.freesSpace) return usual.begin(sent);
      const entry = await urgent.begin(sent);
      begunOnUrgent.add(entry);
      return entry;
    },
    finish: (entry, ending) => (begunOnUrgent.delete(entry) ? urgent : usual).finish(entry, ending),
  };
}
