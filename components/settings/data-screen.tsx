"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { ExportedTable } from "@/components/data-table/exported-table";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { useLateCheckedForm } from "@/components/send/use-late-checked-form";
import { useFormSend } from "@/components/send/use-send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextField } from "@/components/ui/fields/field";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { type CollectorStatus, getKept, type KeptSize, setRetries, type TaskHealth } from "@/lib/contract/console/kept";
import { isProblemCode, problemKinds } from "@/lib/contract/problem";
import { countOf, formatBytes, formatCount } from "@/lib/format/format-count";
import { BackupsSection } from "./backups-section";
import { ErasureRows } from "./erasure-rows";
import { FoldedSection } from "./folded-section";
import { MaskingRow } from "./masking-row";
import { PaceTable } from "./pace-table";
import { type ChosenRetention, RetentionChoice } from "./retention-choice";
import { SettingRow } from "./setting-row";
import { SettingsFrame } from "./settings-frame";

/** Backups, polling intervals, stored data with its retention, and the last reads. */
export function DataScreen() {
  const stored = useQuery(read(getKept, {}));
  return (
    <SettingsFrame>
      <div className={sectionsClass()}>
        <BackupsSection />
      </div>
      <div className={sectionsClass({ columns: "beside", hasTables: true })}>
        <Section title="How often the platform is polled" note="The same for any number of people" flush>
          <QueryView query={stored} label="how often the platform is polled">
            {({ value }) => <PaceTable paces={value.paces} />}
          </QueryView>
        </Section>
        <Section title="Stored data" note="On this server" className={isFirstRead(stored) ? "max-narrow:hidden" : ""}>
          <QueryView query={stored} label="the stored data">
            {({ value }) => (
              <>
                <Sizes stored={value} />
                <Retries {...value.retries} />
              </>
            )}
          </QueryView>
          <ErasureRows />
          <MaskingRow />
        </Section>
      </div>
      {stored.data && <LastReads stored={stored.data.value} />}
    </SettingsFrame>
  );
}

const kinds: Record<KeptSize["kind"], { name: string; note: string }> = {
  deliveries: {
    name: "Webhook log",
    note: "Deliveries the platform no longer returns, and changes",
  },
  samples: { name: "Campaign progress", note: "Counts at each poll" },
  versions: { name: "Record versions", note: "After they were last seen" },
  numbers: { name: "Numbers sent", note: "Keyed hashes, to compare later lists with" },
  left_out: { name: "Rows left out", note: "Rows of uploads that were left out or rejected, encrypted" },
  events: { name: "Received events and calls", note: "Facts of calls, from events and records" },
  bodies: { name: "Content of events", note: "Events as they came, with what people said" },
  audit: { name: "Audit log", note: "Never deleted" },
};

function Sizes({ stored: { sizes, database_bytes } }: { stored: CollectorStatus }) {
  return (
    <div>
      {sizes.map((size) => (
        <SettingRow
          key={size.kind}
          title={kinds[size.kind].name}
          note={`${countOf(size.rows, "row")}, ${formatBytes(size.bytes)}. ${kinds[size.kind].note}`}
        >
          {hasRetention(size) && <RetentionChoice {...size} name={kinds[size.kind].name} />}
        </SettingRow>
      ))}
      <p className="border-t border-rule pt-2 text-sm/[17px] text-ink-3">
        The database uses {formatBytes(database_bytes)}. Older data is deleted once an hour, a little at a time.
      </p>
    </div>
  );
}

const hasRetention = (size: KeptSize): size is KeptSize & ChosenRetention => size.days !== null;

const loadCheck = async () => (await import("@/lib/contract/inputs/kept")).keptInputs["collector.set_retries"];

/** Retry schedule entered by an admin, because the platform does not publish one. */
function Retries({ schedule, set_by }: CollectorStatus["retries"]) {
  const form = useLateCheckedForm(loadCheck, { defaultValues: { schedule }, mode: "onSubmit" });
  const { error, ...field } = form.field("schedule");
  const set = useFormSend(setRetries);
  return (
    <form
      className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-t border-rule pt-3"
      noValidate
      {...form.reach}
      onSubmit={form.handleSubmit((retries) => set.mutate(retries, { onSuccess: () => form.reset(retries) }))}
    >
      <TextField
        label="Retry schedule of webhooks"
        hint={`Wait before each attempt. Used for delivery estimates. ${set_by === null ? "None entered." : `Entered by ${set_by}.`}`}
        error={error ?? set.error?.message}
        placeholder="0, 5 s, 5 min, 2 h"
        maxLength={500}
        defaultValue={schedule}
        {...field}
      />
      <Button
        type="submit"
        className="mt-[23px]"
        disabled={!form.formState.isDirty}
        isSending={set.isPending}
        sendingLabel="Saving…"
      >
        Save
      </Button>
    </form>
  );
}

/** Splits a task such as "campaigns.get c1" into operation name and record ID. */
function partsOf({ task }: TaskHealth) {
  const [id = "", ...words] = task.split(" ");
  const label = apiOperations.find((op) => op.id === id)?.label.replace(/^Read (an? |one |the )?/, "") ?? id;
  return { name: label.slice(0, 1).toUpperCase() + label.slice(1), ref: words.join(" ") };
}

export const readColumns: readonly DataColumn<TaskHealth>[] = [
  {
    id: "what",
    header: "What",
    cell: (task) => partsOf(task).name,
    sortBy: (task) => partsOf(task).name,
    fit: true,
    isRowHeader: true,
  },
  {
    id: "id",
    header: "ID",
    cell: (task) => {
      const { ref } = partsOf(task);
      return ref === "" ? <span className="text-ink-3">all</span> : <CopyId id={ref} quiet />;
    },
    csv: (task) => partsOf(task).ref,
    fit: true,
  },
  {
    id: "result",
    header: "Result",
    cell: ({ outcome }) => <Status word={outcomeWords(outcome)} tone={outcome === "ok" ? "ok" : "fault"} />,
    sortBy: ({ outcome }) => outcomeWords(outcome),
    className: "max-narrow:col-span-full",
  },
  {
    id: "at",
    header: "Last checked",
    cell: ({ at }) => <TimeText at={at} variant="relative" quiet />,
    sortBy: ({ at }) => at,
    fit: true,
  },
  {
    id: "ok",
    header: "Last OK",
    cell: ({ ok_at }) =>
      ok_at === null ? <span className="text-ink-3">never</span> : <TimeText at={ok_at} variant="relative" quiet />,
    sortBy: ({ ok_at }) => ok_at,
    fit: true,
    className: "max-mid:hidden",
  },
  {
    id: "time",
    header: "Took",
    csvHeader: "Took (ms)",
    cell: ({ ms }) => `${formatCount(ms)} ms`,
    sortBy: ({ ms }) => ms,
    fit: true,
    num: true,
  },
];

const outcomeWords = (outcome: string) =>
  outcome === "ok" ? "OK" : isProblemCode(outcome) ? problemKinds[outcome][1] : outcome;

const readId = ({ task }: TaskHealth) => task;

function LastReads({ stored: { tasks, task_count, failing_count } }: { stored: CollectorStatus }) {
  const note = `${formatCount(tasks.length)} of ${formatCount(task_count)}, ${formatCount(failing_count)} failed`;
  return (
    <FoldedSection title="Recent polls" note={note}>
      <ExportedTable name="reads" caption="Recent polls" columns={readColumns} rows={tasks} rowId={readId} />
    </FoldedSection>
  );
}
