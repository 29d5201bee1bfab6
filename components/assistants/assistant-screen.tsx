"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { useSaved } from "@/components/query/use-saved";
import { LabelEditor } from "@/components/record/label-editor";
import { PinButton } from "@/components/record/pin-button";
import { RecordStatus } from "@/components/status/record-status";
import { CopyId } from "@/components/ui/copy-id";
import { PageHead } from "@/components/ui/page-head";
import { Seg } from "@/components/ui/segmented-control";
import { TimeText } from "@/components/ui/time-text";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { getAssistant } from "@/lib/contract/api/assistants";
import { titleOf } from "@/lib/contract/record-title";
import { AssistantBody } from "./assistant-body";
import { AssistantJson } from "./assistant-json";
import { NoAssistant } from "./no-assistant";

const views = [
  { value: "fields", label: "Fields" },
  { value: "json", label: "JSON" },
] as const;

export function AssistantScreen({ id }: { id: string }) {
  const url = useUrlState();
  const assistant = useQuery(read(getAssistant, { assistant_id: id }));
  const numbers = useAllNumbers();
  const saved = useSaved("assistants", id);
  const record = assistant.data?.value.data;
  const view = url.get("view") === "json" ? "json" : "fields";

  return (
    <>
      <PageHead
        title={titleOf(record) ?? saved?.name ?? "Assistant"}
        crumbs={[{ label: "Assistants", href: "/assistants" }]}
        beside={record && <RecordStatus resource="assistants" field="status" word={record.status} pill />}
        meta={
          <>
            <CopyId id={id} whole />
            {record && (
              <span className="faint">
                Updated <TimeText at={record.updated_at} zoned />
              </span>
            )}
            {record && <LabelEditor resource="assistants" id={id} label={saved?.label ?? null} />}
          </>
        }
        actions={
          record && (
            <>
              <Seg
                label="Show as"
                options={views}
                value={view}
                onChange={(next) => url.set({ view: next === "json" ? "json" : undefined }, { replaces: true })}
              />
              <PinButton resource="assistants" id={id} isPinned={saved?.pinned ?? false} />
            </>
          )
        }
      />
      <QueryView query={assistant} label="assistant" id={id} level={2} notFound={<NoAssistant id={id} saved={saved} />}>
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
