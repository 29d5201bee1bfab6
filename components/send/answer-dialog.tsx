import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { CodeBlock } from "@/components/ui/json/code-block";
import { JsonView } from "@/components/ui/json/json-view";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Facts } from "@/components/ui/page/kv-list";
import { TimeText } from "@/components/ui/time/time-text";
import { uploadContacts, validateContacts } from "@/lib/contract/api/campaigns";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { formatCount } from "@/lib/format/format-count";
import { answerBody } from "./answer-message";

type AnswerDialogProps = { answer: SentAnswer; onClose: () => void };

export function AnswerDialog({ answer, onClose }: AnswerDialogProps) {
  const { action, body, status, request_id, at, actor_name } = answer;
  const footer = (
    <Button onClick={onClose} data-first-focus>
      Close
    </Button>
  );
  return (
    <Dialog title="Stored answer" onClose={onClose} footer={footer} wide>
      <Facts
        facts={[
          ["Status", status ?? "none"],
          ["Sent", <TimeText key="sent" at={at} zoned />],
          ["By", actor_name],
          ["Request", <CopyId key="request" id={request_id} whole />],
        ]}
      />
      {listActions.includes(action) && (
        <p className="mt-3.5 text-sm/[17px] text-ink-3">
          Only the counts are stored, because the full answer may contain contacts.
        </p>
      )}
      <div className="mt-3.5">
        <AnswerText text={body ?? ""} />
      </div>
    </Dialog>
  );
}

const listActions: readonly string[] = [uploadContacts.id, validateContacts.id];

const storedCharacters = 4096;

function AnswerText({ text }: { text: string }) {
  const body = answerBody(text);
  if ("json" in body) return <JsonView value={body.json} label="The answer as JSON" />;
  return (
    <>
      {text.length >= storedCharacters && (
        <p className="mb-2 text-sm/[17px] text-ink-3">
          The first {formatCount(storedCharacters)} characters were stored.
        </p>
      )}
      <CodeBlock>{body.text}</CodeBlock>
    </>
  );
}
