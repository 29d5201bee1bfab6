"use client";

import { useState } from "react";
import { CopyId } from "@/components/ui/copy-id";
import { KvList } from "@/components/ui/kv-list";
import { Lamp } from "@/components/ui/lamp";
import { Progress } from "@/components/ui/progress";
import { useMe } from "@/components/ui/use-me";
import type { ContactEngine, Report, Written } from "@/lib/client/contacts/engine";
import type { Plan } from "@/lib/client/contacts/plan";
import { AskApi } from "./ask-api";
import { bytesWord } from "./bytes-word";
import { importEntry } from "./import-entry";
import { RepeatGuard } from "./repeat-guard";
import { SendButton } from "./send-button";
import { SendingView } from "./sending-view";
import { contactsWord } from "./upload-words";
import { usePrepared } from "./use-prepared";
import type { SendList } from "./use-send-list";

export type UploadStepProps = {
  engine: ContactEngine;
  campaign_id: string;
  campaignName: string | undefined;
  fileName: string;
  report: Report;
  plan: Plan;
  sending: SendList;
};

/** What will leave this browser, then its leaving. Nothing is sent before the last button is pressed. */
export function UploadStep(props: UploadStepProps) {
  const { engine, report, fileName, sending } = props;
  const prepared = usePrepared(engine, report);
  const { isSending, sent } = sending;
  return (
    <div className="up">
      <h2 className="h2" id="import-step" tabIndex={-1}>
        {isSending ? "Sending" : `Upload ${contactsWord(report.counts.sent)}`}
      </h2>
      {isSending && sent ? (
        <SendingView {...props} sent={sent} />
      ) : prepared.step === "preparing" ? (
        <Progress
          label={`Putting ${fileName} together as it is sent`}
          sent={prepared.progress?.readBytes ?? 0}
          total={prepared.progress?.totalBytes ?? 1}
        />
      ) : prepared.step === "failed" ? (
        <div className="notice fault" role="alert">
          <Lamp reading="fault" />
          <p>{prepared.sentence}</p>
        </div>
      ) : (
        <ReadyToSend {...props} written={prepared.written} />
      )}
    </div>
  );
}

function ReadyToSend(props: UploadStepProps & { written: Written }) {
  const { campaign_id, campaignName, fileName, report, plan, sending, written } = props;
  const me = useMe();
  const [before, setBefore] = useState<number>();
  const [isRefused, setIsRefused] = useState(false);
  const entry = importEntry({ campaign_id, fileName, written, report, plan });
  const left = report.rows - written.rows;
  return (
    <>
      <KvList
        entries={[
          ["Campaign", <CampaignName key="campaign" campaign_id={campaign_id} name={campaignName} />],
          ["Contacts", <b key="contacts">{contactsWord(written.rows)}</b>],
          [
            "Left out",
            left === 0 ? "No row" : `${left.toLocaleString("en-US")} of ${report.rows.toLocaleString("en-US")} rows`,
          ],
          ["File", `${fileName}, ${bytesWord(written.file.size)} to send`],
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
        onSend={() => sending.send({ file: written.file, entry })}
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
