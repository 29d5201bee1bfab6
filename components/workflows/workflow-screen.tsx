"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isFirstRead, isNotFound } from "@/components/query/query-view";
import { useSaved } from "@/components/query/use-saved";
import { PinButton } from "@/components/record/pin-button";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { RecordHead, RecordOutcome } from "@/components/record/record-head";
import { answerBody, messageOf } from "@/components/send/answer-message";
import { AnswersList } from "@/components/send/answers-list";
import { SendControl, useAsk } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Button } from "@/components/ui/buttons/button";
import type { Answer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { getWorkflow, publishWorkflow } from "@/lib/contract/api/workflows";
import type { SentAnswer } from "@/lib/contract/console/audit";
import type { OutputOf } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";
import { formatRaw } from "@/lib/format/format-raw";

export function WorkflowScreen({ workflow_ref }: { workflow_ref: string }) {
  const workflow = useQuery(read(getWorkflow, { workflow_ref }));
  const saved = useSaved("workflows", workflow_ref);
  const isThere = workflow.data !== undefined || !isNotFound(workflow.error);
  const [published, setPublished] = useState<string>();
  const publish = useSend(
    publishWorkflow,
    { workflow_ref },
    {
      what: "Publish",
      says: publishedMessage,
      onAnswer: (answer) => setPublished(publishedMessage(answer)),
    },
  );

  return (
    <>
      <RecordHead
        resource="workflows"
        id={workflow_ref}
        record={workflow.data?.value.data}
        isLoading={isFirstRead(workflow)}
        label={saved?.label}
        crumbs={[{ label: "Workflows", href: "/workflows" }]}
        actions={
          isThere && (
            <>
              <PinButton resource="workflows" id={workflow_ref} isPinned={saved?.pinned ?? false} />
              <PublishControl send={publish} />
            </>
          )
        }
      />
      {publish.error && (
        <SendFault error={publish.error} what="Publish" resource="workflows" onDismiss={publish.dismiss} />
      )}
      {published && (
        <RecordOutcome title={published}>
          The platform answered {publish.answer?.status}. It is kept under Activity.
        </RecordOutcome>
      )}
      <RecordBody query={workflow} resource="workflows" noun="workflow" id={workflow_ref} idLabel="Workflow reference">
        <AnswersList
          resource="workflows"
          target={workflow_ref}
          says={saidOf}
          empty="This workflow was not published from here."
        />
        <RecentChanges resource="workflows" id={workflow_ref} />
      </RecordBody>
    </>
  );
}

function PublishControl({ send }: { send: Send }) {
  const question = useAsk("publish");
  useKeys({ P: () => question.onOpenChange(true) });

  return (
    <>
      {send.off && <span className="text-sm/5 text-ink-3">{send.off}</span>}
      <SendControl
        send={send}
        ask={{
          by: "question",
          question: "Publish this workflow now?",
          body: "The platform answers with a version number.",
          confirmLabel: "Publish",
        }}
        {...question}
      >
        {(off) => (
          <Button {...off} variant="primary" {...(send.off ? {} : { shortcut: "P" })} isSending={send.isSending}>
            Publish…
          </Button>
        )}
      </SendControl>
    </>
  );
}

type Published = Pick<Answer<OutputOf<typeof publishWorkflow>>, "value" | "raw" | "status">;

/**
 * What a publish was answered with, in words. It is published where the platform says so, or names a version and nothing to
 * the contrary; any other answer is told as what it is.
 */
export function publishedMessage({ value, raw, status }: Published): string {
  const { version, status: word } = value.data;
  const named = version === undefined || version === null || version === "" ? undefined : formatRaw(version);
  const isPublished = word?.trim().toLowerCase() === "published" || (!word && named !== undefined && status !== 202);
  if (isPublished)
    return named === undefined ? "Published. The platform sent no version." : `Published version ${named}.`;
  const said = word || messageOf(raw);
  const about = named === undefined ? "" : ` for version ${named}`;
  return said
    ? `The platform answered ${status}, “${said}”${about}. It does not say yet that the workflow is published.`
    : `The platform answered ${status}${about} and does not say whether the workflow is published.`;
}

/** The same for an answer that was kept. */
export function saidOf({ body, outcome, status }: SentAnswer): string | undefined {
  if (outcome !== "ok" || body === null) return undefined;
  const kept = answerBody(body);
  const raw = "json" in kept ? kept.json : undefined;
  const parsed = parseAnswer(publishWorkflow.output, raw);
  return parsed && publishedMessage({ value: parsed.value, raw, status: status ?? 200 });
}
