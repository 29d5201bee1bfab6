"use client";

import { useEffect, useRef, useState } from "react";
import type { SendList } from "@/components/contact-import/state/use-send-list";
import { StepHeading, StepPage } from "@/components/contact-import/step-page";
import { useMe } from "@/components/query/use-me";
import { useSendOff } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Progress } from "@/components/ui/charts/progress";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { KvList } from "@/components/ui/page/kv-list";
import { Notice } from "@/components/ui/page/notice";
import type { ContactEngine, Progress as EngineProgress, Report, Written } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { wirePathOf } from "@/lib/contract/match";
import { formatBytes, formatCount } from "@/lib/format/format-count";
import { AskApi } from "./ask-api";
import { importEntry } from "./import-entry";
import { contactsWord } from "./outcome-messages";
import { RepeatGuard, type TimesBefore } from "./repeat-guard";

const begun: Prepared = { step: "preparing", progress: undefined };

export type UploadStepProps = {
  engine: ContactEngine;
  campaign_id: string;
  campaignName: string | undefined;
  fileName: string;
  report: Report;
  plan: Plan;
  sending: SendList;
};

/** What will leave this browser. Nothing is sent before the last button is pressed. */
export function UploadStep(props: UploadStepProps) {
  const { engine, report, fileName } = props;
  const { prepared, stop, again } = usePrepared(engine, report);
  return (
    <StepPage>
      <StepHeading>Upload {contactsWord(report.counts.sent)}</StepHeading>
      {prepared.step === "ready" ? (
        <ReadyToSend {...props} written={prepared.written} preparedMs={prepared.atMs} />
      ) : (
        <Preparing {...{ fileName, prepared }} onStop={stop} onAgain={again} />
      )}
    </StepPage>
  );
}

type PreparingProps = {
  fileName: string;
  prepared: Exclude<Prepared, { step: "ready" }>;
  onStop: () => void;
  onAgain: () => void;
};

function Preparing({ fileName, prepared, onStop, onAgain }: PreparingProps) {
  if (prepared.step === "preparing")
    return (
      <>
        <Progress
          label={`Putting ${fileName} together as it is sent`}
          sent={prepared.progress?.readBytes ?? 0}
          total={prepared.progress?.totalBytes ?? 1}
        />
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <Button icon="x" onClick={onStop}>
            Stop
          </Button>
          <span className="text-sm/[17px] text-ink-3">Nothing has left this browser.</span>
        </div>
      </>
    );
  const isStopped = prepared.step === "stopped";
  return (
    <>
      <Notice tone={isStopped ? "wait" : "fault"} role="alert">
        <p>{isStopped ? "You stopped it. The file was not put together, and nothing was sent." : prepared.sentence}</p>
      </Notice>
      <Button variant="primary" onClick={onAgain}>
        Put it together again
      </Button>
    </>
  );
}

function ReadyToSend(props: UploadStepProps & { written: Written; preparedMs: number }) {
  const { campaign_id, campaignName, fileName, report, plan, sending, written, preparedMs } = props;
  const me = useMe();
  const [before, setBefore] = useState<TimesBefore>();
  const [isRefused, setIsRefused] = useState(false);
  const entry = importEntry({ campaign_id, fileName, written, report, plan });
  const leftOut = report.rows - written.rows;
  return (
    <>
      <KvList
        entries={[
          ["Campaign", <CampaignName key="campaign" campaign_id={campaign_id} name={campaignName} />],
          ["Contacts", <b key="contacts">{contactsWord(written.rows)}</b>],
          ["Left out", leftOut === 0 ? "No row" : `${formatCount(leftOut)} of ${formatCount(report.rows)} rows`],
          ["File", `${fileName}, ${formatBytes(written.file.size)} to send`],
          ["By", me.name],
          ["SHA-256", <CopyId key="sha256" id={written.sha256} whole />],
        ]}
      />
      <RepeatGuard campaign_id={campaign_id} sha256={written.sha256} onKnown={setBefore} />
      <p>
        All of it goes to this campaign in one request. The API decides which rows it takes, and a campaign that is
        under way may begin to call them.
      </p>
      <SendButton
        campaign_id={campaign_id}
        rows={written.rows}
        timesBefore={before}
        isRefused={isRefused}
        onSend={() => sending.send({ file: written.file, entry, leftOut, preparedMs })}
      />
      <AskApi key={written.sha256} campaign_id={campaign_id} file={written.file} onRefused={setIsRefused} />
    </>
  );
}

function CampaignName({ campaign_id, name }: { campaign_id: string; name: string | undefined }) {
  return (
    <>
      {name !== undefined && <b>{name} </b>}
      <CopyId id={campaign_id} whole />
    </>
  );
}

type SendButtonProps = {
  campaign_id: string;
  rows: number;
  timesBefore: TimesBefore;
  isRefused: boolean;
  onSend: () => void;
};

/** The last button. A list that was sent before, or of which nobody can say, asks once more. */
function SendButton({ campaign_id, rows, timesBefore, isRefused, onSend }: SendButtonProps) {
  const isOff = useSendOff(uploadContacts, { campaign_id });
  const off = isRefused ? refusedMessage : timesBefore === undefined ? readingMessage : isOff;
  const isUnknown = timesBefore === "unknown";
  const wasSent = typeof timesBefore === "number" && timesBefore > 0;
  const again = wasSent ? " again" : "";
  const [isAsking, setIsAsking] = useState(false);
  const request = `POST ${wirePathOf(uploadContacts, { campaign_id })}`;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button
        variant="primary"
        size="large"
        icon="up"
        aria-disabled={off ? true : undefined}
        onClick={() => (wasSent || isUnknown ? setIsAsking(true) : onSend())}
      >
        Upload {contactsWord(rows)}
        {again}
      </Button>
      <span className="text-sm/[17px] text-ink-3">
        {off ?? (
          <>
            Sends <code>{request}</code>.
          </>
        )}
      </span>
      {isAsking && (
        <ConfirmDialog
          question={wasSent ? "Send this list again?" : "Send this list unchecked?"}
          sends={request}
          confirmLabel={`Send ${contactsWord(rows)}${again}`}
          keepLabel="Do not send"
          stop={false}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            onSend();
          }}
        >
          {wasSent
            ? "The same contacts were sent to this campaign before."
            : "The import journal could not be read, so these contacts may have been sent to this campaign before."}{" "}
          The contract does not say what the API does with numbers that it already has.
        </ConfirmDialog>
      )}
    </div>
  );
}

const readingMessage = "Looking whether this list was sent before…";

const refusedMessage = "The API’s own check refused this list. Fix it, or dismiss that answer to send it all the same.";

type Prepared =
  | { step: "preparing"; progress: EngineProgress | undefined }
  | { step: "stopped" }
  | { step: "failed"; sentence: string }
  | { step: "ready"; written: Written; atMs: number };

/** The file that is sent, put together from the list as it was last checked. */
function usePrepared(engine: ContactEngine, report: Report) {
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState<{ of: Report; turn: number; prepared: Prepared }>();
  const abortController = useRef<AbortController>(undefined);

  useEffect(() => {
    let isOld = false;
    const own = new AbortController();
    abortController.current = own;
    const tell = (prepared: Prepared) => !isOld && setTold({ of: report, turn, prepared });
    engine
      .write("sent", (progress) => tell({ step: "preparing", progress }), own.signal)
      .then((written) => tell({ step: "ready", written, atMs: Date.now() }))
      .catch((error: unknown) => {
        if (own.signal.aborted) tell({ step: "stopped" });
        else tell({ step: "failed", sentence: error instanceof Error ? error.message : "" });
      });
    return () => {
      isOld = true;
      own.abort();
    };
  }, [engine, report, turn]);

  return {
    prepared: told?.of === report && told.turn === turn ? told.prepared : begun,
    stop: () => abortController.current?.abort(),
    again: () => setTurn(turn + 1),
  };
}
