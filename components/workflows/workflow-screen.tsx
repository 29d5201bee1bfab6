"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AnswersList } from "@/components/ui/answers-list";
import { PinButton } from "@/components/ui/pin-button";
import { isNotFound } from "@/components/ui/query-view";
import { RecordBody } from "@/components/ui/record-body";
import { RecordHead } from "@/components/ui/record-head";
import { SendFault } from "@/components/ui/send-fault";
import { isFirstRead } from "@/components/ui/use-hold";
import { useSaved } from "@/components/ui/use-saved";
import { useSend } from "@/components/ui/use-send";
import { read } from "@/lib/client/query";
import { getWorkflow, publishWorkflow } from "@/lib/contract/workflows";
import { PublishControl } from "./publish-control";
import { publishedWords, saidOf } from "./published-words";

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
      says: publishedWords,
      onAnswer: (answer) => setPublished(publishedWords(answer)),
    },
  );

  return (
    <>
      <RecordHead
        resource="workflows"
        id={workflow_ref}
        record={workflow.data?.value.data}
        isReading={isFirstRead(workflow)}
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
        <div className="said">
          <p className="fig" role="status">
            {published}
          </p>
          <p className="note">The API answered {publish.answer?.status}. The answer is kept under Answers.</p>
        </div>
      )}
      <RecordBody query={workflow} resource="workflows" noun="workflow" id={workflow_ref} idLabel="Workflow reference">
        <AnswersList
          resource="workflows"
          target={workflow_ref}
          says={saidOf}
          empty="This workflow was not published from here."
        />
      </RecordBody>
    </>
  );
}
