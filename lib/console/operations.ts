import { asc, desc, eq } from "drizzle-orm";
import { audit } from "@/lib/audit/audit";
import { guardOf } from "@/lib/automation/campaign-guard";
import { createNights } from "@/lib/automation/campaign-nights";
import { progress } from "@/lib/collector/campaigns/progress";
import { settingsOperations } from "@/lib/collector/polling/settings-operations";
import { assistantNumbers } from "@/lib/collector/records/assistant-numbers";
import { related } from "@/lib/collector/records/related";
import { sendEffect } from "@/lib/collector/records/send-effect";
import { recordVersions } from "@/lib/collector/records/versions";
import { deliveries } from "@/lib/collector/webhook-log/deliveries";
import { createLogReader } from "@/lib/collector/webhook-log/log-reader";
import { verifyAuditLog } from "@/lib/contract/console/audit";
import { type ConsoleContext, implement } from "@/lib/contract/console/context";
import { listDrift } from "@/lib/contract/console/drift";
import { listCountries, readTypedNumber } from "@/lib/contract/console/numbers";
import { readDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import type { Implemented } from "@/lib/contract/implement";
import { driftTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { erasures } from "@/lib/erasure/erasures";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import { callDeliveries } from "@/lib/inbox/call-deliveries";
import { countryAliases } from "@/lib/numbers/country-names";
import { sharedPlan } from "@/lib/numbers/shared-plan";
import { readTyped } from "@/lib/numbers/typed-number";
import type { Background } from "./background";
import { callAgain } from "./call-again";
import { connection } from "./connection";
import { createConnectionChange, createConnectionSetting } from "./connection-setting";
import type { ConsoleOptions } from "./console-types";
import { contactLists } from "./contact-lists";
import type { Core } from "./core";
import { doNotCall } from "./do-not-call";
import { imports } from "./imports";
import { leftOutRows } from "./left-out-rows";
import { meanings } from "./meanings";
import { notes } from "./notes";
import { createNumberOf } from "./number-of";
import { overview } from "./overview";
import { masking } from "./people/masking";
import { me } from "./people/me";
import { secondFactor } from "./people/second-factor";
import { sso } from "./people/sso";
import { team } from "./people/team";
import { tokens } from "./people/tokens";
import { person } from "./person";
import { resultFile } from "./result-file";
import { saved } from "./saved";
import type { Summaries } from "./summary";
import { uploadCalls } from "./upload-calls";

type OperationsOptions = { core: Core; background: Background; summaries: Summaries; options: ConsoleOptions };

/** All operations of `/api/console`. Slow reads have their own database connections, shared fairly. */
export function operationsOf(parts: OperationsOptions): readonly Implemented<ConsoleContext>[] {
  const { core, background, summaries, options } = parts;
  const { db, accountId, auditKey, events, health, loginThrottle, sessions } = core;
  const { reads, secret, origin, sendMail, log } = options;
  const setting = createConnectionSetting(db, secret);
  const numberOf = createNumberOf({ db: reads.db, accountId, whenStored: background.whenStored });
  const change = createConnectionChange({ ...options, setting });
  return [
    me(db, events),
    team(db, { loginThrottle, sessions, origin, sso: options.sso, sendMail, log, changed: events.changed }),
    secondFactor(core),
    sso(db, options.sso),
    tokens(core.tokens),
    saved(db, accountId),
    notes(db, accountId),
    masking(core),
    connection({ ...options, db, setting, change, health }),
    meanings(db),
    drift(db, accountId),
    background.alerts.operations,
    background.backups.operations,
    imports(db, accountId, secret),
    leftOutRows(db, accountId, secret),
    typedNumbers(),
    contactLists(db, accountId, secret),
    callAgain(reads.db, accountId, secret),
    uploadCalls(reads.db, accountId, secret),
    resultFile(reads.db, accountId, secret),
    doNotCall(db, accountId, secret, numberOf),
    erasures(core.erasures),
    progress(db, accountId, { guardOf, nightsOf: createNights() }),
    assistantNumbers(db, accountId),
    settingsOperations(db, accountId),
    sendEffect(db, accountId),
    background.automation?.operations ?? [],
    background.inbox?.operations ?? [],
    summaries.operations,
    limitPerPerson([
      ...audit(reads.db, { accountId, key: auditKey, origin }),
      ...deliveries(reads.db, accountId, createLogReader({ db, accountId, events })),
      ...related(reads.db, accountId),
      recordVersions(reads.db, accountId),
      ...person(reads.db, accountId, secret, numberOf),
      ...callDeliveries({ db: reads.db, accountId, whenStored: background.whenStored }),
    ]),
    overview(db, { accountId, health, sendsMail: sendMail !== undefined }),
  ].flat();
}

/** Waits for the platform or for a shared run instead of the database. */
const unlimited: readonly string[] = [readDeliveries, verifyAuditLog].map(({ id }) => id);

/** Limits concurrent slow reads, so that those of one person do not block others. */
function limitPerPerson(operations: readonly Implemented<ConsoleContext>[]): readonly Implemented<ConsoleContext>[] {
  const sentence = "Many people are reading. Try again shortly.";
  const limit = createConcurrencyLimit({ atOnce: 4, perKey: 2, waiting: 200, waitingPerKey: 40, sentence });
  return operations.map(({ op, run }) =>
    unlimited.includes(op.id)
      ? { op, run }
      : { op, run: (input, context) => limit(() => run(input, context), context.person.id) },
  );
}

const drift = (db: Database, accountId: string) => [
  implement(listDrift, async () => {
    const rows = await db
      .select()
      .from(driftTable)
      .where(eq(driftTable.accountId, accountId))
      .orderBy(desc(driftTable.lastSeenAt), asc(driftTable.operation), asc(driftTable.path), asc(driftTable.word));
    return {
      data: rows.map(({ operation, path, kind, came, firstSeenAt, lastSeenAt, times }) => ({
        operation,
        path,
        kind,
        came,
        first_seen_at: firstSeenAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        times,
      })),
    };
  }),
];

const typedNumbers = () => [
  implement(readTypedNumber, async ({ text, country }) => {
    const reading = readTyped(text, country);
    return reading.fault ? { fault: reading.fault } : reading;
  }),

  implement(listCountries, async () => ({
    data: sharedPlan().countries.map((choice) => ({ ...choice, aliases: countryAliases(choice.country) })),
  })),
];
