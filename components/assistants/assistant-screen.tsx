"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { useSaved } from "@/components/query/use-saved";
import { DriftNotice } from "@/components/record/drift-notice";
import { unlistedIn } from "@/components/record/flatten-record";
import { MissingTools, useMissingTools, useToolChecks } from "@/components/record/missing-tools";
import { RecordView } from "@/components/record/record-view";
import { LabelEditor } from "@/components/registry/label-editor";
import { RecordStatus } from "@/components/status/status";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { CopyButton, CopyId } from "@/components/ui/buttons/copy-button";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { JsonViewer } from "@/components/ui/json/json-viewer";
import { PageHead } from "@/components/ui/page/page-head";
import { Section, sectionClass, sectionsClass } from "@/components/ui/page/section";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer, RawAnswer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { type Assistant, assistant, getAssistant } from "@/lib/contract/api/assistants";
import { type AssistantNumbers, listAssistantNumbers } from "@/lib/contract/console/assistant-numbers";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { fieldsOf, titleOf, unwrapped } from "@/lib/contract/fields";
import type { OutputOf } from "@/lib/contract/operation";
import { attempt } from "@/lib/format/attempt";
import { visibleControls } from "@/lib/format/format-raw";
import { textIn } from "@/lib/format/json";
import { AssistantDiagram } from "./assistant-diagram";
import { AssistantSide } from "./assistant-side";

const RecordNotFound = deferred(async () => (await import("@/components/record/record-not-found")).RecordNotFound);

const views = [
  { value: "fields", label: "Fields" },
  { value: "json", label: "JSON" },
] as const;

export function AssistantScreen({ id }: { id: string }) {
  const url = useUrlState();
  const numbers = useQuery(read(listAssistantNumbers, { assistant_id: id }));
  const assistant = useQuery(read(getAssistant, { assistant_id: id }));
  const saved = useSaved("assistants", id);
  const record = assistant.data?.value.data;
  const name = titleOf(record) ?? saved?.name ?? undefined;
  const view = url.get("view") === "json" ? "json" : "fields";

  return (
    <>
      <PageHead
        title={name ?? "Assistant"}
        name={name}
        crumbs={[{ label: "Assistants", href: "/assistants" }]}
        beside={record && <RecordStatus resource="assistants" field="status" word={record.status} pill />}
        meta={
          <>
            <CopyId id={id} whole />
            {record && (
              <>
                <span className="text-ink-3">
                  Updated <TimeText at={record.updated_at} zoned />
                </span>
                <LabelEditor
                  resource="assistants"
                  id={id}
                  label={saved?.label ?? null}
                  isNamed={titleOf(record) !== undefined}
                />
              </>
            )}
          </>
        }
        actions={
          record && (
            <SegmentedControl
              label="Show as"
              load={JsonViewer.load}
              options={views}
              value={view}
              onChange={(next) => url.set({ view: next === "json" ? "json" : undefined }, { replaces: true })}
            />
          )
        }
      />
      <QueryView query={assistant} label="assistant" id={id} level={2} notFound={<NoAssistant id={id} />}>
        {(answer) =>
          view === "json" ? (
            <AssistantJson answer={answer} />
          ) : (
            <AssistantBody id={id} answer={answer} numbers={numbers} saved={saved} />
          )
        }
      </QueryView>
    </>
  );
}

function AssistantJson({ answer }: { answer: RawAnswer }) {
  return (
    <section className={`${sectionClass} border-t border-rule`} aria-label="The record as JSON">
      <JsonViewer value={unwrapped(answer.raw)} label="Assistant as JSON" />
    </section>
  );
}

function NoAssistant({ id }: { id: string }) {
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <RecordNotFound resource="assistants" noun="assistant" id={id} />
    </div>
  );
}

type AssistantBodyProps = {
  id: string;
  answer: Answer<OutputOf<typeof getAssistant>>;
  numbers: ReadQuery<AssistantNumbers>;
  saved: SavedRecord | undefined;
};

function AssistantBody({ id, answer, numbers, saved }: AssistantBodyProps) {
  const { value, drift, raw } = answer;
  const unlisted = unlistedIn(unwrapped(raw), assistant.fields);
  const missing = useMissingTools("assistants", id);
  useToolChecks(raw);
  return (
    <>
      <MissingTools {...missing} />
      <AssistantDiagram id={id} assistant={value.data} numbers={numbers} />
      <div className={`flex-1 ${sectionsClass({ columns: "beside" })}`}>
        <div>
          <FirstMessage assistant={value.data} />
          {drift.length > 0 && (
            <section
              className={`${sectionClass} border-t border-rule`}
              aria-label="Differences from the API documentation"
            >
              <DriftNotice drift={drift} />
            </section>
          )}
          {unlisted && (
            <Section
              title="Also sent"
              note="Fields the API documentation does not list"
              className="border-t border-rule"
              flush
            >
              <RecordView value={unlisted} label="Fields not in the documentation" isBare />
            </Section>
          )}
        </div>
        <AssistantSide id={id} assistant={value.data} numbers={numbers.data?.value} saved={saved} />
      </div>
    </>
  );
}

function FirstMessage({ assistant }: { assistant: Assistant }) {
  const { first_message, transcriber } = assistant;
  const message = textIn(first_message);
  const copy = message && (
    <CopyButton text={message} name="the first message" variant="bare" size="small">
      Copy
    </CopyButton>
  );
  return (
    <Section title="First message" more={copy}>
      {message ? (
        <blockquote
          className="m-0 max-w-[37em] border-s-[3px] border-accent py-0.5 ps-4 text-[18px] leading-[27px] tracking-[-0.008em] wrap-anywhere whitespace-pre-line"
          lang={languageTag(fieldsOf(transcriber).language)}
          dir="auto"
        >
          {visibleControls(message)}
        </blockquote>
      ) : (
        <p className="text-sm/[17px] text-ink-3">
          <Shown value={first_message} />
        </p>
      )}
    </Section>
  );
}

/** BCP 47 tag for the `lang` attribute; undefined for other words such as "multi" and "auto". */
export function languageTag(code: unknown): string | undefined {
  if (typeof code !== "string") return undefined;
  const text = code.trim().replaceAll("_", "-");
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text)) return undefined;
  return attempt(() => Intl.getCanonicalLocales(text)[0]);
}
