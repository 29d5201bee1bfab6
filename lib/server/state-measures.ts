import { statfs } from "node:fs/promises";
import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import type { StateFigures } from "@/lib/console/state-figures";
import { alertTones } from "@/lib/contract/console/alert-rule-ids";
import { productVersion } from "@/lib/db/migrate";

/** Read at each request for `/metrics`. */
export type StateReads = {
  figures: () => Promise<StateFigures>;
  streams: () => number;
  isLeading: () => boolean;
  isPlatformResting: () => boolean;
  /** Undefined unless the audit log is written to the output. */
  countWaitingAuditLines?: (() => Promise<number>) | undefined;
  /** Its disk is measured. */
  dataDirectory: string;
  log: Logger;
};

/** Gauges of what the process and its database are doing. Labels come from closed lists. */
export function createStateMeasures(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `switchboard_${name}`, help, labelNames, registers: [registry] });
  gauge("build_info", "Version of Switchboard and of Node", "version", "node").set(
    { version: productVersion(), node: process.version },
    1,
  );
  const gauges = {
    databaseUp: gauge("database_up", "1 if the database answers"),
    leading: gauge("leading", "1 in the process that polls the platform and sends scheduled actions"),
    resting: gauge("platform_resting", "1 while requests to the platform fail at once, after several outages"),
    streams: gauge("streams", "Open event streams of browsers"),
    diskFree: gauge("disk_free_bytes", "Free space on the disk of DATA_DIR"),
    polled: gauge("last_poll_timestamp_seconds", "Last successful poll, 0 if there was none", "operation"),
    backedUp: gauge("last_backup_timestamp_seconds", "Last good automatic backup, 0 if there was none"),
    alerts: gauge("alerts", "Alerts that are not resolved", "tone"),
    messages: gauge("waiting_messages", "Messages of alerts that wait to be sent"),
    auditLines: gauge(
      "waiting_audit_lines",
      "Lines of the audit log that the output has not taken yet, with LOG_AUDIT",
    ),
    actions: gauge("due_actions", "Scheduled actions whose time has come and that are not sent yet"),
  };
  const ofDatabase = [
    gauges.polled,
    gauges.backedUp,
    gauges.alerts,
    gauges.messages,
    gauges.actions,
    gauges.auditLines,
  ];

  return async ({ figures, streams, isLeading, isPlatformResting, dataDirectory, log, ...reads }: StateReads) => {
    gauges.streams.set(streams());
    gauges.leading.set(Number(isLeading()));
    gauges.resting.set(Number(isPlatformResting()));
    const disk = await statfs(dataDirectory).catch((err: unknown) =>
      log.warn({ err }, "the disk could not be measured"),
    );
    if (disk) gauges.diskFree.set(disk.bavail * disk.bsize);
    else forget(gauges.diskFree);
    // Figures that can no longer be read must not be shown as if they were current.
    for (const each of ofDatabase) forget(each);
    const waitingLines = await reads
      .countWaitingAuditLines?.()
      .catch((err: unknown) => log.warn({ err }, "the waiting lines of the audit log could not be counted"));
    if (typeof waitingLines === "number") gauges.auditLines.set(waitingLines);
    const read = await figures().catch((err: unknown) =>
      log.warn({ err }, "the metrics of the database could not be read"),
    );
    gauges.databaseUp.set(Number(read !== undefined));
    if (!read) return;
    for (const [operation, ms] of read.polls) gauges.polled.set({ operation }, ms / 1000);
    for (const tone of alertTones) gauges.alerts.set({ tone }, read.alerts.get(tone) ?? 0);
    gauges.backedUp.set((read.lastBackupMs ?? 0) / 1000);
    gauges.messages.set(read.waitingMessages);
    gauges.actions.set(read.dueActions);
  };
}

/** Leaves a gauge without a sample. `reset` alone would leave a 0 for one without labels. */
function forget(gauge: Gauge) {
  gauge.reset();
  gauge.remove({});
}
