"use client";

import { useEffect, useState } from "react";
import type { ListToSend } from "@/components/contact-import/state/sending-state";
import { StepHeading, StepPage } from "@/components/contact-import/step-page";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Progress } from "@/components/ui/charts/progress";
import { KvList } from "@/components/ui/page/kv-list";
import { Notice } from "@/components/ui/page/notice";
import type { ContactEngine, Progress as EngineProgress, Report, Written } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import type { beginImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/operation";
import { formatBytes, formatCount } from "@/lib/format/format-count";
import { AskApi, useApiCheck, wasTurnedAway } from "./ask-api";
import { CampaignStatus, useCampaignNow } from "./campaign-status";
import { contactsWord } from "./outcome-messages";
import { RepeatGuard, SendButton, useSentBefore } from "./send-button";

const notPrepared: Prepared = { step: "preparing", progress: undefined };

export type UploadStepProps = {
  engine: ContactEngine;
  campaign_id: string;
  campaignName: string | undefined;
  fileName: string;
  report: Report;
  plan: Plan;
  onSend: (list: ListToSend) => void;
};

/** Summary before the upload. Nothing is uploaded until the user presses the upload button. */
export function UploadStep(props: UploadStepProps) {
  const { engine, report, fileName } = props;
  const { prepared, again } = usePrepared(engine, report);
  return (
    <StepPage>
      <StepHeading>Upload {contactsWord(report.counts.sent)}</StepHeading>
      {prepared.step === "ready" ? (
        <ReadyToSend key={prepared.written.sha256} {...props} written={prepared.written} />
      ) : (
        <Preparing {...{ fileName, prepared }} onAgain={again} />
      )}
    </StepPage>
  );
}

type PreparingProps = { fileName: string; prepared: Exclude<Prepared, { step: "ready" }>; onAgain: () => void };

function Preparing({ fileName, prepared, onAgain }: PreparingProps) {
  if (prepared.step === "preparing")
    return (
      <Progress
        label={`Preparing ${fileName} for upload`}
        sent={prepared.progress?.readBytes ?? 0}
        total={prepared.progress?.totalBytes ?? 1}
        note="Nothing was uploaded"
      />
    );
  return (
    <>
      <Notice tone="fault" role="alert">
        <p>{prepared.sentence}</p>
      </Notice>
      <Button variant="primary" onClick={onAgain}>
        Prepare again
      </Button>
    </>
  );
}

function ReadyToSend(props: UploadStepProps & { written: Written }) {
  const { campaign_id, campaignName, fileName, report, plan, onSend, written } = props;
  const me = useMe();
  const journal = useSentBefore(campaign_id, written.sha256);
  const now = useCampaignNow(campaign_id);
  const apiCheck = useApiCheck(campaign_id, written.file, fileName);
  const entry = importEntry({ campaign_id, fileName, written, report, plan });
  const leftOut = report.rows - written.rows;
  return (
    <>
      <CampaignStatus {...{ campaign_id, now }} name={campaignName} rows={written.rows} />
      <KvList
        entries={[
          ["Campaign", <CampaignName key="campaign" campaign_id={campaign_id} name={campaignName} />],
          ["Contacts", <b key="contacts">{contactsWord(written.rows)}</b>],
          ["Left out", leftOut === 0 ? "No row" : leftOutMessage(leftOut, report)],
          ["File", `${fileName}, ${formatBytes(written.file.size)} to send`],
          ["By", me.name],
          ["SHA-256", <CopyId key="sha256" id={written.sha256} whole />],
        ]}
      />
      <RepeatGuard {...journal} />
      <p>The whole list goes to this campaign in one request. The platform may reject some rows.</p>
      <SendButton
        campaign_id={campaign_id}
        rows={written.rows}
        before={journal.before}
        held={now.held}
        isStatusRead={now.isRead}
        isRefused={wasTurnedAway(apiCheck.check.error)}
        onSend={() => onSend({ file: written.file, entry, plan, leftOut })}
      />
      <AskApi {...{ campaign_id, apiCheck }} />
    </>
  );
}

/** "139 of 400 rows: Do not call: yes 127, other reasons 12" */
export function leftOutMessage(leftOut: number, { rows, groups }: Report): string {
  const reasons = groups.flatMap((group) => group.reasons ?? []);
  const others = leftOut - reasons.reduce((sum, { count }) => sum + count, 0);
  const parts = reasons.slice(0, shownReasons).map(({ reason, count }) => `${reason} (${formatCount(count)})`);
  const total = `${formatCount(leftOut)} of ${formatCount(rows)} rows`;
  if (parts.length === 0) return total;
  const more = others > 0 || reasons.length > shownReasons ? ", and for other reasons" : "";
  return `${total}. ${parts.join(", ")}${more}`;
}

const shownReasons = 3;

function CampaignName({ campaign_id, name }: { campaign_id: string; name: string | undefined }) {
  return (
    <>
      {name !== undefined && <b>{name} </b>}
      <CopyId id={campaign_id} whole />
    </>
  );
}

type Prepared =
  | { step: "preparing"; progress: EngineProgress | undefined }
  | { step: "failed"; sentence: string }
  | { step: "ready"; written: Written };

/** Writes the file to send from the rows that the report counts. */
function usePrepared(engine: ContactEngine, report: Report) {
  const [attempt, setAttempt] = useState(0);
  const [latest, setLatest] = useState<{ report: Report; attempt: number; prepared: Prepared }>();

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const set = (prepared: Prepared) => !signal.aborted && setLatest({ report, attempt, prepared });
    engine
      .write({ kind: "sent", checkId: report.checkId }, (progress) => set({ step: "preparing", progress }), signal)
      .then((written) => set({ step: "ready", written }))
      .catch((error: unknown) => set({ step: "failed", sentence: error instanceof Error ? error.message : "" }));
    return () => controller.abort();
  }, [engine, report, attempt]);

  return {
    prepared: latest?.report === report && latest.attempt === attempt ? latest.prepared : notPrepared,
    again: () => setAttempt(attempt + 1),
  };
}

type EntryInput = { campaign_id: string; fileName: string; written: Written; report: Report; plan: Plan };

/** Journal entry of a list: counts and rules, but no phone number or name. */
export function importEntry({ campaign_id, fileName, written, report, plan }: EntryInput): InputOf<typeof beginImport> {
  const { format, mapping, rules, edits } = plan;
  return {
    campaign_id,
    file_name: fileName.toWellFormed().replaceAll("\0", "").slice(0, 255),
    sha256: written.sha256,
    rows: written.rows,
    bytes: written.file.size,
    counts: {
      ...report.counts,
      tidied: report.rowStatuses.tidied,
      excluded: report.rowStatuses.excluded + report.rowStatuses.barred,
    },
    rules: {
      encoding: format.encoding,
      delimiter: format.delimiter,
      skipped_rows: format.skippedRows,
      has_header: format.hasHeader,
      phone_column: mapping.phone + 1,
      name_columns: mapping.name.map((index) => index + 1).join(", "),
      country: rules.country,
      extra_cells: rules.extraCells,
      uses_suggestions: rules.usesSuggestions.join(", "),
      sends_hidden: rules.sendsHidden,
      keeps: rules.keeps,
      empty_name: rules.emptyName,
      countries: rules.countries?.join(", ") ?? null,
      // Without the values, because a column may hold names.
      only_columns: rules.only.flatMap(({ column, values }) => (values ? column + 1 : [])).join(", "),
      edited_rows: edits.size,
    },
  };
}
