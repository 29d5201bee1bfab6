import { audit } from "@/lib/audit/audit";
import { guardOf } from "@/lib/automation/campaign-guard";
import { progress } from "@/lib/collector/campaigns/progress";
import { settingsOperations } from "@/lib/collector/polling/settings-operations";
import { related } from "@/lib/collector/records/related";
import { sendEffect } from "@/lib/collector/records/send-effect";
import { recordVersions } from "@/lib/collector/records/versions";
import { deliveries } from "@/lib/collector/webhook-log/deliveries";
import { createLogReader } from "@/lib/collector/webhook-log/log-reader";
import type { ConsoleContext } from "@/lib/contract/console/context";
import type { Implemented } from "@/lib/contract/operation";
import type { Background } from "./background";
import { connection } from "./connection";
import { createConnectionChange, createConnectionSetting } from "./connection-setting";
import type { ConsoleOptions } from "./console-types";
import type { Core } from "./core";
import { drift } from "./drift";
import { imports } from "./imports";
import { me } from "./me";
import { meanings } from "./meanings";
import { overview } from "./overview";
import { saved } from "./saved";
import type { Summaries } from "./summary";
import { team } from "./team";

type OperationsOptions = { core: Core; background: Background; summaries: Summaries; options: ConsoleOptions };

/** All operations of `/api/console`. Slow reads have their own database connections. */
export function operationsOf(parts: OperationsOptions): readonly Implemented<ConsoleContext>[] {
  const { core, background, summaries, options } = parts;
  const { db, accountId, auditKey, events, health, storage, loginThrottle } = core;
  const { reads, secret, origin, sendMail, log } = options;
  const setting = createConnectionSetting(db, secret);
  const change = createConnectionChange({ ...options, setting });
  return [
    me(db),
    team(db, { loginThrottle, origin, sendMail, log }),
    audit(reads.db, { key: auditKey, origin }),
    saved(db, accountId),
    connection({ ...options, setting, change, health, storage }),
    meanings(db),
    drift(db),
    background.alerts.operations,
    imports(db, accountId),
    progress(db, accountId, guardOf),
    deliveries(reads.db, accountId, createLogReader({ db, accountId, events })),
    recordVersions(db, accountId),
    settingsOperations(db, accountId),
    sendEffect(db, accountId),
    related(reads.db, accountId),
    background.automation?.operations ?? [],
    summaries.operations,
    overview(db, { accountId, health, sendsMail: sendMail !== undefined, samples: options.samples ?? [] }),
  ].flat();
}
