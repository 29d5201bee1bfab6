"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isNotFound, type ReadQuery } from "@/components/query/query-view";
import { useSaved } from "@/components/query/use-saved";
import { MissingMark, MissingTools, useMissingTools, useToolChecks } from "@/components/record/missing-tools";
import { Notes } from "@/components/record/notes";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { nameOf, RecordHead, RecordOutcome } from "@/components/record/record-head";
import { Lead, RecordLink } from "@/components/record/summary";
import { UsedBy } from "@/components/record/used-by";
import { answerBody, messageOf } from "@/components/send/answer-message";
import { AnswersList } from "@/components/send/answers-list";
import { useAsk, useQuestion } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { deferred } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Button } from "@/components/ui/buttons/button";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { getWorkflow, publishWorkflow } from "@/lib/contract/api/workflows";
import type { SentAnswer } from "@/lib/contract/console/audit";
import type { MissingTool } from "@/lib/contract/console/related-records";
import { knownName } from "@/lib/contract/console/saved";
import { firstText } from "@/lib/contract/fields";
import type { OutputOf } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";
import {
  compareSteps,
  isAsPublished,
  leadText,
  readWorkflow,
  type WorkflowShape,
  type WorkflowStep,
} from "@/lib/contract/shapes/workflow";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw, visibleControls } from "@/lib/format/format-raw";

const PublishDialog = deferred(async () => (await import("./publish-dialog")).PublishDialog);

export function WorkflowScreen({ workflow_ref }: { workflow_ref: string }) {
  const query = useQuery(read(getWorkflow, { workflow_ref }));
  const saved = useSaved("workflows", workflow_ref);
  const record = query.data?.value.data;
  const workflow = readWorkflow(record);
  const missing = useMissingTools("workflows", workflow_ref);
  const toolNames = useToolChecks(record);
  const name = nameOf(record) ?? saved?.label;
  const { publish, published } = usePublish(workflow_ref, name);

  return (
    <>
      <WorkflowHead {...{ workflow_ref, query, saved, name, workflow, publish }} />
      {publish.error && (
        <SendFault error={publish.error} what="Publish" resource="workflows" onDismiss={publish.dismiss} />
      )}
      {published && <RecordOutcome title={published}>See Activity for the platform's answer.</RecordOutcome>}
      {query.data && <MissingTools {...missing} />}
      <RecordBody
        query={query}
        resource="workflows"
        noun="workflow"
        id={workflow_ref}
        lead={workflow.steps && <WorkflowSummary {...{ workflow, record, toolNames }} missing={missing.tools} />}
      >
        <UsedBy resource="workflows" id={workflow_ref} />
        <AnswersList resource="workflows" target={workflow_ref} title="Activity" labelOf={publishedLabel} />
        <Notes resource="workflows" id={workflow_ref} />
        <RecentChanges resource="workflows" id={workflow_ref} />
      </RecordBody>
    </>
  );
}

/** `published` is the sentence of the last answer. */
function usePublish(workflow_ref: string, name: string | null | undefined) {
  const [published, setPublished] = useState<string>();
  const publish = useSend(
    publishWorkflow,
    { workflow_ref },
    {
      ...{ what: "Publish", name },
      doneMessage: (answer) => `${name ?? "The workflow"}: ${publishedMessage(answer)}`,
      onAnswer: (answer) => setPublished(publishedMessage(answer)),
    },
  );
  return { publish, published };
}

type WorkflowHeadProps = {
  workflow_ref: string;
  query: ReadQuery<OutputOf<typeof getWorkflow>>;
  saved: ReturnType<typeof useSaved>;
  name: string | null | undefined;
  workflow: WorkflowShape;
  publish: Send;
};

function WorkflowHead({ workflow_ref, query, saved, name, workflow, publish }: WorkflowHeadProps) {
  const record = query.data?.value.data;
  const isThere = query.data !== undefined || !isNotFound(query.error);
  return (
    <RecordHead
      resource="workflows"
      id={workflow_ref}
      record={record}
      label={saved && knownName(saved)}
      untitled={workflow_ref}
      crumbs={[{ label: "Workflows", href: "/workflows" }]}
      actions={isThere && <PublishControl send={publish} {...{ workflow_ref, name, workflow }} />}
    />
  );
}

type Missing = { missing: readonly MissingTool[]; toolNames: ReadonlyMap<string, string | undefined> };
type WorkflowSummaryProps = Missing & { workflow: WorkflowShape; record: Record<string, unknown> | undefined };

function WorkflowSummary({ workflow, record, ...tools }: WorkflowSummaryProps) {
  const description = firstText(record, "description");
  return (
    <>
      <Lead title={<VersionSentence workflow={workflow} />}>
        {description && <p className="max-w-[43em] text-ink-2">{visibleControls(description)}</p>}
      </Lead>
      <Steps steps={workflow.steps ?? []} {...tools} />
    </>
  );
}

/** "Version 7 is published, since 14 Nov. It has changes that are not published." */
function VersionSentence({ workflow }: { workflow: WorkflowShape }) {
  const { version, publishedVersion, publishedAt, hasUnpublished, steps, published } = workflow;
  const live = publishedVersion ?? (isAsPublished(workflow) ? version : undefined);
  const differing = published && steps ? compareSteps(published.steps, steps).length : 0;
  return (
    <>
      {live !== undefined ? `Version ${live} is published` : version !== undefined ? `Version ${version}` : "Its steps"}
      {live !== undefined && publishedAt !== undefined && (
        <>
          , since <TimeText at={publishedAt} variant="moment" />
        </>
      )}
      {live === undefined && version !== undefined && ", not published"}.
      {(hasUnpublished || differing > 0) &&
        ` It has changes that are not published${differing > 0 ? `, in ${countOf(differing, "step")}` : ""}.`}
      {hasUnpublished === false && live !== undefined && " Nothing has changed since."}
    </>
  );
}

const mostSteps = 200;

function Steps({ steps, ...tools }: Missing & { steps: readonly WorkflowStep[] }) {
  return (
    <Section title="Steps" note={formatCount(steps.length)} className="border-t border-rule">
      <ol className="mt-2.5">
        {steps.slice(0, mostSteps).map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a platform may give two steps the same ID
          <Step key={`${at} ${step.id}`} step={step} nth={at + 1} steps={steps} {...tools} />
        ))}
      </ol>
      {steps.length > mostSteps && (
        <p className="text-sm/[17px] text-ink-3">{`${formatCount(steps.length - mostSteps)} more are under All fields.`}</p>
      )}
    </Section>
  );
}

const linePartClass = "absolute top-7 bottom-0 left-[11px] w-0.5 bg-rule-2 group-last/step:hidden";

type StepProps = Missing & { step: WorkflowStep; nth: number; steps: readonly WorkflowStep[] };

function Step({ step, nth, steps, missing, toolNames }: StepProps) {
  const { title, kind, text, names, next } = step;
  const verb = text && kind && verbs.get(kind.toLowerCase());
  const isNextOnly = next.length === 1 && next[0]?.when === undefined && next[0]?.to === steps[nth]?.id;
  return (
    <li className="group/step relative grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
      <i className={linePartClass} aria-hidden="true" />
      <span className="grid size-6 place-items-center rounded-full border border-edge bg-sheet text-sm/5 text-ink-2">
        {nth}
      </span>
      <div className="min-w-0 pt-0.5 wrap-anywhere">
        <h3 className="inline font-[550]">{visibleControls(title)}</h3>{" "}
        {kind && kind !== title && names.length === 0 && !verb && (
          <span className="text-sm/5 text-ink-3">{visibleControls(kind)}</span>
        )}
        {text && (
          <p className="max-w-[43em] text-ink-2">
            {verb} “{visibleControls(text.slice(0, 300))}”
          </p>
        )}
        {names.map(({ field, id }) => (
          <p key={field} className="text-ink-2">
            {namedWords[field] ?? field}{" "}
            <RecordLink field={field} id={id}>
              {toolNames.get(id) ?? missing.find(({ named }) => named === id)?.name ?? undefined}
            </RecordLink>{" "}
            <MissingMark tool={missing.find(({ named }) => named === id)} />
          </p>
        ))}
        {!isNextOnly &&
          next.map((each) => (
            <p key={`${each.to} ${each.when}`} className="text-sm/5 text-ink-3">
              then {visibleControls(leadText(each, steps))}
            </p>
          ))}
      </div>
    </li>
  );
}

const verbs = new Map([
  ["say", "Says"],
  ["ask", "Asks"],
]);

const namedWords: Record<string, string> = {
  tool_id: "Tool",
  tool: "Tool",
  assistant_id: "Assistant",
  workflow_ref: "Workflow",
  phone_number_id: "Number",
};

type PublishControlProps = {
  send: Send;
  workflow_ref: string;
  name: string | null | undefined;
  workflow: WorkflowShape;
};

function PublishControl({ send, ...workflow }: PublishControlProps) {
  const { open: isAsking, onOpenChange: setIsAsking } = useAsk("publish");
  const ask = () => setIsAsking(true);
  useKeys({ P: ask });
  const misfit = isAsPublished(workflow.workflow) ? "This version is already published" : undefined;
  const question = useQuestion(isAsking, { ...send, misfit });
  const off = send.off === undefined ? {} : { disabled: true, title: send.off };

  return (
    <>
      {send.off && <span className="text-sm/5 text-ink-3">{send.off}</span>}
      <Button
        {...off}
        aria-haspopup="dialog"
        load={PublishDialog.load}
        variant="primary"
        {...(send.off ? {} : { shortcut: "P", onClick: ask })}
        isSending={send.isSending}
      >
        Publish…
      </Button>
      {question.isOpen && (
        <PublishDialog
          {...workflow}
          off={question.off}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            send.send();
          }}
        />
      )}
    </>
  );
}

type Published = Pick<Answer<OutputOf<typeof publishWorkflow>>, "value" | "raw" | "status">;

/**
 * Describes the response to a publish. It counts as published if the platform says so, or names a version and nothing to
 * the contrary; any other answer is reported as what it is.
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
    ? `The platform answered ${status}, “${said}”${about}. It does not confirm yet that the workflow is published.`
    : `The platform answered ${status}${about} and does not say whether the workflow is published.`;
}

export function publishedLabel({ body, outcome, status }: SentAnswer): string | undefined {
  if (outcome !== "ok" || body === null) return undefined;
  const kept = answerBody(body || "{}");
  const raw = "json" in kept ? kept.json : undefined;
  const parsed = parseAnswer(publishWorkflow.output, raw);
  return parsed && publishedMessage({ value: parsed.value, raw, status: status ?? 200 });
}
