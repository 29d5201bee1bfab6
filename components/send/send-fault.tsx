"use client";

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
  /** What to read again when it is not known whether the send took effect. */
  resource?: string;
  onDismiss?: () => void;
};

/** A failed send, said where it happened. */
export function SendFault({ error, what, resource, onDismiss }: SendFaultProps) {
  const checkRecord = useCheckRecord();
  const [isShown, setIsShown] = useState(false);
  const problem = problemIn(error);
  const { heading, sentences, mayHaveHappened } = sendMessage(problem, what);
  const body = problem.upstream?.body;
  return (
    <Strip
      title={heading}
      actions={
        <>
          {mayHaveHappened && resource && (
            <Button size="small" onClick={() => checkRecord(resource)}>
              Check the record
            </Button>
          )}
          {body && (
            <Button size="small" variant="bare" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
              {isShown ? "Hide the answer" : "Show the answer"}
            </Button>
          )}
          {onDismiss && (
            <Button size="small" variant="bare" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </>
      }
    >
      <p>{sentences.join(" ")}</p>
      {problem.requestId && (
        <p className="text-ink-2">
          Request <CopyId id={problem.requestId} />
        </p>
      )}
      {isShown && body && <CodeBlock className="mt-2">{body}</CodeBlock>}
    </Strip>
  );
}
