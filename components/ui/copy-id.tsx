"use client";

import { shortenId } from "@/lib/format/shorten-id";
import { visibleControls } from "@/lib/format/visible-controls";
import { Icon } from "./icon";
import { useCopy } from "./use-copy";

export type CopyIdProps = {
  id: string;
  whole?: boolean;
  quiet?: boolean;
  /** What it is, where it is no ID. */
  what?: string;
  /** Leaves the text out, where it stands beside already. */
  isIcon?: boolean;
};

export function CopyId({ id, what, whole = false, quiet = false, isIcon = false }: CopyIdProps) {
  const { copy, copied } = useCopy();
  return (
    <button
      type="button"
      className={`id ${quiet ? "quiet" : ""} ${whole ? "whole" : ""}`}
      data-title={whole ? undefined : id}
      aria-label={what ? `Copy ${what}` : `Copy ID, ends in ${[...id].slice(-4).join("")}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy(id, what ?? "the ID");
      }}
    >
      {!isIcon && <span>{visibleControls(whole ? id : shortenId(id))}</span>}
      <Icon name={copied ? "check" : "copy"} />
    </button>
  );
}
