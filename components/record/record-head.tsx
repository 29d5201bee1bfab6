import type { ReactNode } from "react";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { type Crumb, PageHead } from "@/components/ui/page/page-head";
import { titleOf } from "@/lib/contract/fields";
import { visibleControls } from "@/lib/format/format-raw";

export type RecordHeadProps = {
  resource: string;
  id: string;
  /** The record as it was read; undefined until then. */
  record: Record<string, unknown> | undefined;
  /** In place of the record's own name: "Call with Hedda Brandt". */
  title?: string | undefined;
  label?: string | null | undefined;
  /** Stands in for a name where there is none. */
  untitled: string;
  crumbs: readonly Crumb[];
  /** Before the ID. */
  meta?: ReactNode;
  actions?: ReactNode;
};

/** The head of a record's page: its name, its status as sent, and its whole ID. */
export function RecordHead({ resource, id, record, title, label, untitled, crumbs, meta, actions }: RecordHeadProps) {
  const toneOf = useStatusMeaning(resource);
  const status = record?.status;
  const name = title ?? nameOf(record) ?? label ?? undefined;
  const shown = name ?? untitled;
  return (
    <PageHead
      name={name}
      title={
        <span className="block min-w-0 truncate" title={shown}>
          {shown}
        </span>
      }
      beside={status !== undefined && <Status word={status} tone={toneOf("status", status)} pill />}
      crumbs={crumbs}
      actions={actions}
      meta={
        <>
          {meta}
          <CopyId id={id} whole />
        </>
      }
    />
  );
}

/** A record's own name, where it has one to show. */
export function nameOf(record: Record<string, unknown> | undefined) {
  const title = titleOf(record);
  return title === undefined ? undefined : visibleControls(title);
}

/** Outcome of a send, large, between head and record. */
export function RecordOutcome({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="border-t border-rule bg-well px-(--gutter) pt-3.5 pb-4">
      <p className="text-2xl font-[560] tracking-[-0.022em]" role="status">
        {title}
      </p>
      <p className="text-sm/[17px] text-ink-3">{children}</p>
    </div>
  );
}
