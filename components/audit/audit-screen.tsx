"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { ListBar } from "@/components/list/list-bar";
import { ListFoot } from "@/components/list/list-foot";
import { readInput } from "@/components/list/list-input";
import { ListRefused } from "@/components/list/list-refused";
import { toPage, transientParams } from "@/components/list/list-spec";
import { ListViews } from "@/components/list/list-views";
import { NoRows } from "@/components/list/no-rows";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { rows, useIntent } from "@/components/ui/browser/use-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { DateChip } from "@/components/ui/fields/date-chip";
import { Switch } from "@/components/ui/fields/switch";
import { useToast } from "@/components/ui/overlay/toast";
import { PageHead } from "@/components/ui/page/page-head";
import { besideDrawerClass, drawerLayoutClass, drawerSpace } from "@/components/ui/page/section";
import { useZone } from "@/components/ui/time/zone";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getAuditChoices, listAudit, verifyAuditLog } from "@/lib/contract/console/audit";
import type { InputOf } from "@/lib/contract/inputs";
import type { OutputOf } from "@/lib/contract/operation";
import { countOf, formatCount } from "@/lib/format/format-count";
import { timeZoneOf } from "@/lib/format/format-time";
import { areMinorShown, auditList } from "./audit-list";
import { AuditTable, foldedEntries } from "./audit-table";

const AuditDrawer = deferred(async () => (await import("./audit-drawer")).AuditDrawer, drawerSpace);
const VerifiedStrip = deferred(async () => (await import("./audit-evidence")).VerifiedStrip);
const Evidence = deferred(async () => (await import("./audit-evidence")).Evidence);
const loadEvidence = () => Promise.all([VerifiedStrip.load(), Evidence.load()]);

export function AuditScreen() {
  const url = useUrlState();
  const zone = useZone();
  const input = readInput(auditList, url.get, { timeZone: timeZoneOf(zone) });
  const entries = useQuery({ ...read(listAudit, input), placeholderData: (before) => before });
  const options = useQuery(read(getAuditChoices, {})).data?.value;
  const { data = [], total } = entries.data?.value ?? {};
  const verify = useVerification();
  const { printedAt, isPrinting } = usePrinting();
  const entryId = url.get("entry");
  const isWhole = areMinorShown(url.get) || isPrinting;
  const folded = isWhole ? noneFolded : foldedEntries(data, zone);
  useIntent(rows, AuditDrawer.load);

  return (
    <div className={drawerLayoutClass}>
      <div className={besideDrawerClass}>
        <div className="print:hidden">
          <PageHead title="Audit log" actions={<Actions verify={verify} />}>
            Everything sent from Switchboard, and who did it. Entries are only added, never deleted.
          </PageHead>
        </div>
        <Evidence entries={data} total={total} verified={verify.data} printedAt={printedAt} options={options} />
        {verify.data && <VerifiedStrip verified={verify.data} />}
        <ListBar
          spec={auditList}
          options={options}
          controls={{
            from: <DateChip cleared={transientParams(auditList)} />,
            minor: <MinorSwitch />,
          }}
        />
        <ListViews spec={auditList} views={[{ label: "All entries" }]} />
        <Entries query={entries} {...{ input, options, isWhole }} folded={folded.size} />
      </div>
      {entryId !== undefined && (
        <AuditDrawer
          key={entryId}
          id={entryId}
          entries={data}
          isSkipped={({ id }) => folded.has(id)}
          onClose={() => url.close("entry")}
        />
      )}
    </div>
  );
}

function MinorSwitch() {
  const url = useUrlState();
  return (
    <Switch
      checked={areMinorShown(url.get)}
      onChange={(isOn) => url.set({ ...toPage(auditList), minor: isOn ? "show" : undefined })}
    >
      Minor events
    </Switch>
  );
}

type EntriesProps = {
  query: ReadQuery<OutputOf<typeof listAudit>>;
  input: InputOf<typeof listAudit>;
  options: OutputOf<typeof getAuditChoices> | undefined;
  isWhole: boolean;
  /** Number of folded entries. */
  folded: number;
};

function Entries({ query, input, options, isWhole, folded }: EntriesProps) {
  return (
    <QueryView
      query={query}
      label="the audit log"
      refused={<ListRefused spec={auditList} />}
      isEmpty={({ data: rows }) => rows.length === 0}
      empty={
        <NoRows
          spec={auditList}
          options={options}
          none="Everything that people send from Switchboard is recorded here."
          filtered="Nothing was recorded with them."
        />
      }
    >
      {({ value: { data: rows, next, total } }) => (
        <>
          <AuditTable
            entries={rows}
            isWhole={isWhole}
            ends={{ hasBefore: input.after !== undefined, hasAfter: next !== null }}
          />
          <ListFoot spec={auditList} input={input} next={next}>
            {formatCount(rows.length)} of {countOf(total ?? rows.length, ...auditList.nouns)}
            {folded > 0 && `, ${formatCount(folded)} of them minor and folded`}
          </ListFoot>
        </>
      )}
    </QueryView>
  );
}

const noneFolded: ReadonlySet<string> = new Set();

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

function Actions({ verify }: { verify: ReturnType<typeof useVerification> }) {
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
        load={loadEvidence}
        isSending={verify.isPending && !isPrinting}
        sendingLabel="Verifying…"
        onClick={() => verify.mutate()}
      >
        Verify
      </Button>
      <Button
        icon="print"
        load={loadEvidence}
        isSending={isPrinting}
        sendingLabel="Verifying…"
        onClick={() => void printEvidence()}
      >
        Print as evidence
      </Button>
    </>
  );
}
