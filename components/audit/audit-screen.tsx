"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TableFoot } from "@/components/data-table/table-foot";
import { TableTools } from "@/components/data-table/table-tools";
import { QueryView } from "@/components/query/query-view";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { saveFile } from "@/components/ui/browser/save-file";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { SearchField } from "@/components/ui/fields/search-field";
import { besideDrawerClass, deskClass } from "@/components/ui/overlay/layer-class";
import { useToast } from "@/components/ui/overlay/toast";
import { PageHead } from "@/components/ui/page/page-head";
import { barClass, bayClass } from "@/components/ui/page/section";
import { StateFace } from "@/components/ui/page/state-face";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { read } from "@/lib/client/query";
import { actionLabel, actionLabels } from "@/lib/contract/action-labels";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
import { type AuditEntry, auditOutcomes, listAudit } from "@/lib/contract/console/audit";
import { isWrite } from "@/lib/contract/operation";
import { formatCount } from "@/lib/format/format-count";
import { auditCsv } from "./audit-csv";
import { type AuditFilters, auditFilters } from "./audit-filters";
import { AuditTable, auditColumns, outcomeWord } from "./audit-table";

const AuditDrawer = deferred(async () => (await import("./audit-drawer")).AuditDrawer);
const NoEntry = deferred(async () => (await import("./audit-drawer")).NoEntry);

export function AuditScreen() {
  const url = useUrlState();
  const filters = auditFilters(url.get);
  const entries = useQuery({ ...read(listAudit, filters), placeholderData: (before) => before });
  const { data = [], total } = entries.data?.value ?? {};
  const asked = url.get("entry");
  const opened = data.find(({ id }) => id === asked);
  const isMissing = asked !== undefined && !opened && entries.data && !entries.isPlaceholderData;
  const close = () => url.close("entry");
  useAtRest(AuditDrawer.load);

  return (
    <div className={deskClass}>
      <div className={besideDrawerClass}>
        <PageHead title="Audit log" actions={<ExportAudit filters={filters} total={total} />}>
          Everything sent from here, and who came in. It is only ever added to, and kept for as long as Switchboard's
          database is.
        </PageHead>
        <AuditBar shown={data.length} total={total} />
        <QueryView
          query={entries}
          label="the audit log"
          isEmpty={({ data: rows }) => rows.length === 0}
          empty={<NoEntries onClear={() => url.set(noFilters)} />}
        >
          {({ value: { data: rows, next } }) => (
            <>
              <AuditTable entries={rows} />
              <TableFoot>
                {filters.before !== undefined && (
                  <Button onClick={() => url.set({ before: undefined, entry: undefined })}>Newest</Button>
                )}
                {next !== null && <Button onClick={() => url.set({ before: next, entry: undefined })}>Older</Button>}
              </TableFoot>
            </>
          )}
        </QueryView>
      </div>
      {isMissing && <NoEntry id={asked} onClose={close} />}
      {opened && <AuditDrawer key={opened.id} entry={opened} ids={data.map(({ id }) => id)} onClose={close} />}
    </div>
  );
}

const noFilters = { text: undefined, action: undefined, outcome: undefined, before: undefined, entry: undefined };

function NoEntries({ onClear }: { onClear: () => void }) {
  return (
    <div className={bayClass}>
      <StateFace
        face="empty"
        heading="No entry matches"
        level={2}
        actions={
          <Button size="small" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        Nothing of this kind was done here.
      </StateFace>
    </div>
  );
}

const atMost = 20_000;
const atOnce = 500;

/** Every entry that the filters let through, not only the page that is shown. */
function ExportAudit({ filters, total }: { filters: AuditFilters; total: number | undefined }) {
  const toast = useToast();
  const save = useMutation({
    mutationFn: () => readAll(filters),
    networkMode: "always",
    onSuccess: (entries) => {
      saveFile(`audit-${new Date().toISOString().slice(0, 10)}.csv`, auditCsv(entries), "text/csv;charset=utf-8");
      const rest = (total ?? 0) > entries.length ? ` Only the newest ${formatCount(atMost)} fit one file.` : "";
      toast({ title: `Exported ${formatCount(entries.length)} entries`, body: `As filtered.${rest}` });
    },
    onError: (error) => toast({ tone: "fault", title: "Nothing was exported", body: error.message }),
  });
  return (
    <Button
      icon="dl"
      disabled={!total}
      isSending={save.isPending}
      sendingLabel="Reading…"
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  );
}

async function readAll({ before: _page, ...filters }: AuditFilters) {
  const entries: AuditEntry[] = [];
  let before: string | undefined;
  do {
    const input = { ...filters, limit: atOnce, ...(before === undefined ? {} : { before }) };
    const { data, next } = readAnswer(listAudit, await call(listAudit, input)).value;
    entries.push(...data);
    before = next ?? undefined;
  } while (before !== undefined && entries.length < atMost);
  return entries;
}

const operations = [...apiOperations, ...consoleOperations];
const reads = new Set(operations.filter((op) => !isWrite(op)).map(({ id }) => id as string));
const actions = Object.keys(actionLabels)
  .filter((action) => !reads.has(action))
  .map((value) => ({ value, label: actionLabel(value) }));
const outcomes = auditOutcomes.map((value) => ({ value, label: outcomeWord(value) }));
const askAfterMs = 300;

function AuditBar({ shown, total }: { shown: number; total: number | undefined }) {
  const url = useUrlState();
  const change = (part: Record<string, string | undefined>) =>
    url.set({ ...part, before: undefined, entry: undefined });
  return (
    <div className={barClass()}>
      <TextFilter />
      <FilterChip name="What" options={actions} value={url.get("action")} onChange={(action) => change({ action })} />
      <FilterChip
        name="Answer"
        options={outcomes}
        value={url.get("outcome")}
        onChange={(outcome) => change({ outcome })}
      />
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      {total !== undefined && (
        <span className="text-sm/[17px] text-ink-3">
          {shown} shown of {formatCount(total)}
        </span>
      )}
      <TableTools name="audit" columns={auditColumns} />
    </div>
  );
}

/** Searching asks the server, so it waits until the typing rests. */
function TextFilter() {
  const { get, set } = useUrlState();
  const asked = get("text") ?? "";
  const [field, setField] = useState({ typed: asked, asked, sent: asked });
  // An address that was changed elsewhere is followed; what was typed since it was sent from here stays.
  if (field.asked !== asked) setField({ ...field, asked, typed: asked === field.sent ? field.typed : asked });
  const { typed } = field;
  const send = useDebounced((text: string) => {
    setField((now) => ({ ...now, sent: text }));
    set({ text, before: undefined, entry: undefined }, { replaces: true });
  }, askAfterMs);
  return (
    <SearchField
      label="Person, record, message, request"
      value={typed}
      maxLength={200}
      onChange={({ target: { value } }) => {
        setField((now) => ({ ...now, typed: value }));
        send(value);
      }}
    />
  );
}
