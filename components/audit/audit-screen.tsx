"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportLink } from "@/components/query/export-link";
import { QueryView } from "@/components/query/query-view";
import { SavedViews } from "@/components/query/saved-views";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { useToast } from "@/components/ui/overlay/toast";
import { PageHead } from "@/components/ui/page/page-head";
import { besideDrawerClass, drawerLayoutClass, drawerSpace, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { useZone } from "@/components/ui/time/zone";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import {
  type AuditEntry,
  type AuditFilter,
  exportAudit,
  listAudit,
  verifyAuditLog,
} from "@/lib/contract/console/audit";
import { countOf, formatCount } from "@/lib/format/format-count";
import { timeZoneOf } from "@/lib/format/format-time";
import { AuditBar, areMinorShown } from "./audit-bar";
import { auditFilters, exportFilter } from "./audit-filters";
import { AuditTable } from "./audit-table";

const AuditDrawer = deferred(async () => (await import("./audit-drawer")).AuditDrawer, drawerSpace);
const VerifiedStrip = deferred(async () => (await import("./audit-evidence")).VerifiedStrip);
const Evidence = deferred(async () => (await import("./audit-evidence")).Evidence);
const loadLayers = () => Promise.all([AuditDrawer.load(), VerifiedStrip.load(), Evidence.load()]);

export function AuditScreen() {
  const url = useUrlState();
  const filters = auditFilters(url.get, timeZoneOf(useZone()));
  const entries = useQuery({ ...read(listAudit, filters), placeholderData: (before) => before });
  const { data = [], total } = entries.data?.value ?? {};
  const verify = useVerification();
  const { printedAt, isPrinting } = usePrinting();
  const entryId = url.get("entry");
  const isWhole = areMinorShown(url) || isPrinting;
  const builtIn = [
    { label: "All entries", params: noFilters, isOn: !Object.keys(noFilters).some((name) => url.get(name)) },
  ];
  useAtRest(loadLayers);

  return (
    <div className={drawerLayoutClass}>
      <div className={besideDrawerClass}>
        <div className="print:hidden">
          <PageHead
            title="Audit log"
            actions={<Actions filter={exportFilter(filters)} total={total} verify={verify} />}
          >
            Everything sent from Switchboard, and who did it. Entries are only added, never deleted.
          </PageHead>
        </div>
        <Evidence entries={data} total={total} verified={verify.data} printedAt={printedAt} />
        {verify.data && <VerifiedStrip verified={verify.data} />}
        <SavedViews page="audit" builtIn={builtIn} />
        <AuditBar />
        <QueryView
          query={entries}
          label="the audit log"
          isEmpty={({ data: rows }) => rows.length === 0}
          empty={<NoEntries onClear={() => url.set(noFilters)} />}
        >
          {({ value: { data: rows, next } }) => (
            <>
              <AuditTable entries={rows} isWhole={isWhole} />
              <AuditFoot rows={rows} total={total ?? rows.length} next={next} isWhole={isWhole} />
            </>
          )}
        </QueryView>
      </div>
      {entryId !== undefined && (
        <AuditDrawer
          key={entryId}
          id={entryId}
          entries={data}
          isSkipped={isWhole ? undefined : isMinor}
          onClose={() => url.close("entry")}
        />
      )}
    </div>
  );
}

const isMinor = ({ minor }: AuditEntry) => minor !== null;

const filterNames = ["text", "person", "from", "to", "record", "action", "outcome", "minor"];

const noFilters = Object.fromEntries([...filterNames, "before", "entry"].map((name) => [name, undefined]));

/** Runs only on request, because it reads the whole log. */
function useVerification() {
  const toast = useToast();
  return useMutation({
    mutationFn: async () => readAnswer(verifyAuditLog, await call(verifyAuditLog, {})).value,
    networkMode: "always",
    onError: (error) => toast({ tone: "fault", title: "The audit log was not verified", body: error.message }),
  });
}

/** Time of the last print, including prints started from the browser's menu. Paper shows minor entries too. */
function usePrinting() {
  const [printedAt, setPrintedAt] = useState<number>();
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () =>
      flushSync(() => {
        setPrintedAt(clock.nowMs());
        setIsPrinting(true);
      });
    const end = () => setIsPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return { printedAt, isPrinting };
}

/** `useVerification` shows the error. The evidence is then printed as not verified. */
const ignoreShown = () => undefined;

type ActionsProps = { filter: AuditFilter; total: number | undefined; verify: ReturnType<typeof useVerification> };

function Actions({ filter, total, verify }: ActionsProps) {
  const [isPrinting, setIsPrinting] = useState(false);
  async function printEvidence() {
    setIsPrinting(true);
    await Promise.all([verify.mutateAsync().catch(ignoreShown), Evidence.load()]);
    flushSync(() => setIsPrinting(false));
    window.print();
  }
  return (
    <>
      <Button
        icon="verified"
        isSending={verify.isPending && !isPrinting}
        sendingLabel="Verifying…"
        onClick={() => verify.mutate()}
      >
        Verify
      </Button>
      <ExportLink
        op={exportAudit}
        input={filter}
        className={buttonClass({})}
        title={total === undefined ? undefined : `${countOf(total, "entry", "entries")} as CSV, times in UTC`}
      >
        <Icon name="dl" />
        Export
      </ExportLink>
      <Button icon="print" isSending={isPrinting} sendingLabel="Verifying…" onClick={() => void printEvidence()}>
        Print as evidence
      </Button>
    </>
  );
}

type AuditFootProps = { rows: readonly AuditEntry[]; total: number; next: string | null; isWhole: boolean };

function AuditFoot({ rows, total, next, isWhole }: AuditFootProps) {
  const url = useUrlState();
  const minor = isWhole ? 0 : rows.filter(isMinor).length;
  const folded = minor > 0 ? `, ${formatCount(minor)} of them minor and folded` : "";
  return (
    <TableFoot
      end={
        <span className="flex gap-2 print:hidden">
          {url.get("before") !== undefined && (
            <Button onClick={() => url.set({ before: undefined, entry: undefined })}>Newest</Button>
          )}
          {next !== null && <Button onClick={() => url.set({ before: next, entry: undefined })}>Older</Button>}
        </span>
      }
    >
      {formatCount(rows.length)} of {countOf(total, "entry", "entries")}
      {folded}
    </TableFoot>
  );
}

function NoEntries({ onClear }: { onClear: () => void }) {
  return (
    <div className={sectionClass}>
      <StateMessage
        kind="empty"
        heading="No entry matches"
        level={2}
        actions={
          <Button size="small" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Nothing was recorded with these filters.
      </StateMessage>
    </div>
  );
}
