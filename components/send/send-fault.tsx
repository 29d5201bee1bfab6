import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { CodeBlock } from "@/components/ui/json/code-block";
import { Strip } from "@/components/ui/page/notice";
import { sendMessage } from "./send-messages";
import { problemIn, useCheckRecord } from "./use-send-fault";

export type SendFaultProps = {
  error: unknown;
  what: string;
  /** Name of the record, if the page is not its own. */
  about?: string;
  /** Resource to refetch if the outcome is unknown. */
  resource?: string;
  onDismiss: () => void;
};

export function SendFault({ error, what, about, resource, onDismiss }: SendFaultProps) {
  const checkRecord = useCheckRecord();
  const [isShown, setIsShown] = useState(false);
  const problem = problemIn(error);
  const { heading, sentences, mayHaveHappened } = sendMessage(problem, what);
  const { requestId, upstream } = problem;
  return (
    <Strip
      title={about ? `${heading}: ${about}` : heading}
      actions={
        <>
          {mayHaveHappened && resource && (
            <Button size="small" onClick={() => checkRecord(resource)}>
              Check the record
            </Button>
          )}
          {(upstream || requestId) && (
            <Button size="small" variant="bare" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
              Technical detail
            </Button>
          )}
          <Button size="small" variant="bare" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <p>{sentences.join(" ")}</p>
      {isShown && (
        <p className="text-ink-2">
          {upstream && `Status ${upstream.status} `}
          {requestId && (
            <>
              Request <CopyId id={requestId} />
            </>
          )}
        </p>
      )}
      {isShown && upstream?.body && <CodeBlock className="mt-2">{upstream.body}</CodeBlock>}
    </Strip>
  );
}
