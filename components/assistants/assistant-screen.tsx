"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyId } from "@/components/ui/copy-id";
import { LabelEditor } from "@/components/ui/label-editor";
import { PageHead } from "@/components/ui/page-head";
import { PinButton } from "@/components/ui/pin-button";
import { QueryView } from "@/components/ui/query-view";
import { RecordStatus } from "@/components/ui/record-status";
import { Seg } from "@/components/ui/seg";
import { TimeText } from "@/components/ui/time-text";
import { useAllNumbers } from "@/components/ui/use-all-numbers";
import { useSaved } from "@/components/ui/use-saved";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { getAssistant } from "@/lib/contract/assistants";
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
