"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { isNotFound } from "@/components/query/query-view";
import { useMe } from "@/components/query/use-me";
import { useSaved } from "@/components/query/use-saved";
import { PinButton } from "@/components/record/pin-button";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { nameOf, RecordHead, RecordOutcome } from "@/components/record/record-head";
import { RecordView } from "@/components/record/record-view";
import { Lead, LinkRows, RecordLink, RelatedRow } from "@/components/record/summary";
import { AnswersList } from "@/components/send/answers-list";
import { SendControl, useAsk } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import { baysClass, Section } from "@/components/ui/page/section";
import { tableClass } from "@/components/ui/page/table-class";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import { listRelated } from "@/lib/contract/console/kept";
import { titleOf } from "@/lib/contract/fields";
import type { OutputOf } from "@/lib/contract/operation";
import { readTool, saysWhatItDoes, type ToolShape } from "@/lib/contract/shapes/tool";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";

export function ToolScreen({ tool_id }: { tool_id: string }) {
  const [last, setLast] = useState<LastTool>();
  if (last) return <DeletedTool tool_id={tool_id} last={last} />;
  return <LiveTool tool_id={tool_id} onDeleted={setLast} />;
}

/** The page of a tool after it was deleted from here: what it was, to read and to copy, and never read again. */
function DeletedTool({ tool_id, last }: { tool_id: string; last: LastTool }) {
  const me = useMe();
  useArrivalFocus();
  const { answer, at } = last;

  return (
    <>
      <RecordHead
        resource="tools"
        id={tool_id}
        record={answer && { name: titleOf(answer.value.data) }}
        untitled="Tool"
        crumbs={[{ label: "Tools", href: "/tools" }]}
      />
      <RecordOutcome
        title={
          <>
            Deleted <TimeText at={at} variant="clock" zoned /> by {me.name}
          </>
        }
      >
        {answer ? (
          <>
            Below is the record as it was last read, <TimeText at={answer.readAt} zoned />. It is gone from this page
            once you leave.
          </>
        ) : (
          "The record was not read before it was deleted."
        )}
      </RecordOutcome>
      <div className={`flex-1 ${baysClass({ columns: "beside" })}`}>
        <div className={pastClass}>
          {answer && (
            <section aria-label="Last record">
              <div className="px-(--gutter) pt-3.5">
                <h2 className="text-md font-semibold tracking-[-0.004em]">Last record</h2>
              </div>
              <RecordView value={answer.value.data} label="Deleted tool" isTight />
            </section>
          )}
        </div>
        <div className="[&>*+*]:border-t [&>*+*]:border-rule">
          <AnswersList
            resource="tools"
            target={tool_id}
            title="Activity"
            empty="Nothing was sent from here about this tool."
          />
        </div>
      </div>
    </>
  );
}

/** What is no longer so, in the ink of what is beside the point. */
const pastClass =
  "**:data-[slot=record]:text-ink-3 **:data-[slot=record]:[--ink-2:var(--ink-3)] **:data-[slot=record]:[--ink:var(--ink-3)]";

/** What had focus is gone and something else stands in its place: its heading takes the focus, or else the page's. */
function useArrivalFocus(heading?: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    const target = heading?.current ?? document.querySelector<HTMLElement>("h1");
    target?.focus();
  }, [heading]);
}

/** What is left of a tool once it is deleted: the last read of it, and when that was. */
type LastTool = { answer: Answer<OutputOf<typeof getTool>> | undefined; at: string };

type LiveToolProps = { tool_id: string; onDeleted: (last: LastTool) => void };

function LiveTool({ tool_id, onDeleted }: LiveToolProps) {
  const tool = useQuery(read(getTool, { tool_id }));
  const saved = useSaved("tools", tool_id);
  const shape = readTool(tool.data?.value.data);
  const isThere = tool.data !== undefined || !isNotFound(tool.error);
  const remove = useSend(
    deleteTool,
    { tool_id },
    { what: "Delete tool", onAnswer: ({ readAt }) => onDeleted({ answer: tool.data, at: readAt }) },
  );

  return (
    <>
      <RecordHead
        resource="tools"
        id={tool_id}
        record={tool.data?.value.data}
        label={saved?.label}
        untitled="Tool"
        crumbs={[{ label: "Tools", href: "/tools" }]}
        actions={
          isThere && (
            <>
              <PinButton resource="tools" id={tool_id} isPinned={saved?.pinned ?? false} />
              <DeleteTool send={remove} tool_id={tool_id} name={nameOf(tool.data?.value.data) ?? saved?.label} />
            </>
          )
        }
      />
      {remove.error && (
        <SendFault error={remove.error} what="Delete tool" resource="tools" onDismiss={remove.dismiss} />
      )}
      <RecordBody
        query={tool}
        resource="tools"
        noun="tool"
        id={tool_id}
        idLabel="Tool ID"
        lead={saysWhatItDoes(shape) && <ToolSummary tool={shape} />}
      >
        {tool.data && <UsedBy tool_id={tool_id} usedBy={shape.usedBy} />}
        <AnswersList
          resource="tools"
          target={tool_id}
          title="Activity"
          empty="Nothing was sent from here about this tool."
        />
        <RecentChanges resource="tools" id={tool_id} />
      </RecordBody>
    </>
  );
}

function ToolSummary({ tool }: { tool: ToolShape }) {
  const { description, type, method, url, address, destination, timeoutSeconds, credentialId, parameters } = tool;
  const row = (name: string, value: ReactNode) => (value === undefined ? [] : [[name, value] as const]);
  const called = url !== undefined && (
    <span className="wrap-anywhere" title={url}>
      {method && <b className="font-semibold">{method} </b>}
      <code>{visibleControls(address ?? url)}</code>
    </span>
  );
  return (
    <>
      <Lead title={description === undefined ? "What this tool calls." : visibleControls(description)} />
      <Section title="What it calls" className="border-t border-rule">
        <LinkRows
          rows={[
            ...row("Calls", called || undefined),
            ...row("Hands over to", destination && visibleControls(destination)),
            ...row("Type", type && visibleControls(type)),
            ...row("Time limit", timeoutSeconds === undefined ? undefined : formatSpan(timeoutSeconds, true)),
            ...row("Credential", credentialId && <RecordLink field="credential_id" id={credentialId} />),
          ]}
        />
      </Section>
      {parameters && <Parameters parameters={parameters} />}
    </>
  );
}

function Parameters({ parameters }: { parameters: NonNullable<ToolShape["parameters"]> }) {
  return (
    <Section title="Parameters" note={formatCount(parameters.length)} className="border-t border-rule" flush>
      {parameters.length === 0 ? (
        <p className="px-(--gutter) text-sm/[17px] text-ink-3">It takes none.</p>
      ) : (
        <table className={tableClass()}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">Required</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map(({ name, kind, isRequired, note }) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  <code>{visibleControls(name)}</code>
                </th>
                <td title={kind}>{kind && visibleControls(kind)}</td>
                <td>{isRequired ? "yes" : "no"}</td>
                <td title={note}>{note && visibleControls(note)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** The assistants and workflows that use it: those that its record names, and those known here that name it. */
function UsedBy({ tool_id, usedBy }: { tool_id: string; usedBy: ToolShape["usedBy"] }) {
  const related = useQuery(read(listRelated, { value: tool_id, among: "assistants workflows" }));
  const known = related.data?.value.data ?? [];
  const named = [
    ...(usedBy?.assistants ?? []).map((id) => ({ field: "assistant_id", resource: "assistants", id })),
    ...(usedBy?.workflows ?? []).map((id) => ({ field: "workflow_ref", resource: "workflows", id })),
  ].filter(({ resource, id }) => !known.some((each) => each.resource === resource && each.ref === id));
  return (
    <Section title="Used by">
      {known.length + named.length === 0 && (
        <p className="text-sm/[17px] text-ink-3">
          {usedBy ? "Nothing uses it." : "No assistant or workflow known here uses it."}
        </p>
      )}
      <ul>
        {known.map((record) => (
          <li key={`${record.resource} ${record.ref}`} className={usedByClass}>
            <RelatedRow record={record} />
          </li>
        ))}
        {named.map(({ field, id }) => (
          <li key={`${field} ${id}`} className={usedByClass}>
            {field === "workflow_ref" ? "Workflow" : "Assistant"} <RecordLink field={field} id={id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const usedByClass = "border-t border-rule py-[7px]";

type DeleteToolProps = { send: Send; tool_id: string; name: string | null | undefined };

/** `?ask=delete` opens the question. */
function DeleteTool({ send, tool_id, name }: DeleteToolProps) {
  const question = useAsk("delete");
  return (
    <>
      {send.off && <span className="text-sm/5 text-ink-3">{send.off}</span>}
      <SendControl
        send={send}
        ask={{
          by: "typing",
          question: `Delete ${name ?? "this tool"}?`,
          body: "The platform has no way to undo this, and does not say what becomes of assistants and workflows that use it.",
          type: typeToConfirm("tool", tool_id, name),
          id: tool_id,
          confirmLabel: "Delete tool",
          keepLabel: "Keep tool",
        }}
        {...question}
      >
        {(on) => (
          <Button {...on} variant="stop" icon="trash" isSending={send.isSending}>
            Delete tool…
          </Button>
        )}
      </SendControl>
    </>
  );
}
