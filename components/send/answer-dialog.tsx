"use client";

import { Button } from "@/components/ui/button";
import { CopyId } from "@/components/ui/copy-id";
import { Dialog } from "@/components/ui/dialog";
import { Facts } from "@/components/ui/facts";
import { JsonViewer } from "@/components/ui/json-viewer";
import { TimeText } from "@/components/ui/time-text";
import { uploadContacts, validateContacts } from "@/lib/contract/api/campaigns";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { answerBody } from "./answer-message";

export type AnswerDialogProps = { answer: SentAnswer; onClose: () => void };

/** One answer of the platform as it was kept. */
export function AnswerDialog({ answer, onClose }: AnswerDialogProps) {
  const { action, body, status, request_id, at, actor_name } = answer;
  const footer = (
    <Button onClick={onClose} data-first-focus>
      Close
    </Button>
  );
  return (
    <Dialog title="The answer, as kept" onClose={onClose} footer={footer} wide>
      <Facts
        facts={[
          ["Status", status ?? "none"],
          ["Sent", <TimeText key="sent" at={at} zoned />],
          ["By", actor_name],
          ["Request", <CopyId key="request" id={request_id} whole />],
        ]}
      />
      {listActions.includes(action) && (
        <p className="note mt-3.5">Only the counts are kept: the whole answer may repeat contacts of the list.</p>
      )}
      <div className="mt-3.5">
        <AnswerText text={body ?? ""} />
      </div>
    </Dialog>
  );
}

const listActions: readonly string[] = [uploadContacts.id, validateContacts.id];

const keptCharacters = 4096;

function AnswerText({ text }: { text: string }) {
  const body = answerBody(text);
  if ("json" in body) return <JsonViewer value={body.json} label="The answer as JSON" />;
  return (
    <>
      {text.length >= keptCharacters && (
        <p className="note mb-2">The first {keptCharacters.toLocaleString("en-US")} characters were kept.</p>
      )}
      <pre className="json">{body.text}</pre>
    </>
  );
}
