"use client";

import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { AskApi } from "./ask-api";
import { ChooseList } from "./choose-list";
import { ListFacts } from "./list-facts";
import { SendList } from "./send-list";
import { UploadProgressView } from "./upload-progress";
import { UploadResult } from "./upload-result";
import { useContactList } from "./use-contact-list";
import { useContactUpload } from "./use-contact-upload";

type ContactsStepsProps = { campaign_id: string; name: string | undefined; error: unknown };

export function ContactsSteps({ campaign_id, name, error }: ContactsStepsProps) {
  const { state, choose, forget } = useContactList();
  const { send, stop, forget: forgetAnswer, isSending, sent, answer, end } = useContactUpload(campaign_id);
  const isBefore = !isSending && answer === undefined && end === undefined;
  useLeaveGuard(isSending);

  function again() {
    forgetAnswer();
    forget();
  }

  if (state.step !== "ready") return <ChooseList state={state} onFile={choose} />;
  const { file, list } = state;
  return (
    <>
      {isBefore && <ChooseList state={state} onFile={choose} />}
      <ListFacts campaign_id={campaign_id} name={name} ready={state} error={error} />
      {isBefore && (
        <>
          <SendList campaign_id={campaign_id} rows={list.rows} onSend={() => send(file, list.rows)} />
          <AskApi key={list.sha256} campaign_id={campaign_id} file={file} />
        </>
      )}
      {isSending && sent && <UploadProgressView sent={sent} onStop={stop} />}
      {!isSending && !isBefore && (
        <UploadResult campaign_id={campaign_id} ready={state} answer={answer} end={end} onAgain={again} />
      )}
    </>
  );
}
