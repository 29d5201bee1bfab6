"use client";

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
  /** Before it was read for the first time: its place is held, so that it moves nothing when it comes. */
  isLoading?: boolean;
  label?: string | null | undefined;
  /** Stands in for a name where there is none; otherwise the ID does. */
  untitled?: string;
  crumbs: readonly Crumb[];
  meta?: ReactNode;
  actions?: ReactNode;
};

/** The head of a record's page: its name, its whole ID, and its status as sent. */
export function RecordHead({
  resource,
  id,
  record,
  isLoading,
  label,
  untitled,
  crumbs,
  meta,
  actions,
}: RecordHeadProps) {
  const toneOf = useStatusMeaning(resource);
  const status = record?.status;
  const title = nameOf(record) ?? label ?? untitled ?? id;
  return (
    <PageHead
      title={<span className="block min-w-0 overflow-hidden text-ellipsis whitespace-nowrap">{title}</span>}
      crumbs={crumbs}
      actions={actions}
      meta={
        <>
          <CopyId id={id} whole />
          {meta}
          {/* Last, and as wide as there is room: no word it may turn into needs another line. */}
          {(isLoading || status !== undefined) && (
            <span className="flex min-w-0 flex-[1_1_110px] items-center gap-2">
              <span className="text-ink-3">status</span>
              <Status word={isLoading ? "reading" : status} tone={isLoading ? "idle" : toneOf("status", status)} />
            </span>
          )}
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

/** What a send came to, large, between the head and the record. */
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
