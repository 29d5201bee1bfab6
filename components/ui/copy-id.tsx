"use client";

import { Icon } from "./icon";
import { shortenId } from "./shorten-id";
import { useCopy } from "./use-copy";

export type CopyIdProps = {
  id: string;
  whole?: boolean;
  quiet?: boolean;
  /** Leaves the text out, where it stands beside already. */
  isIcon?: boolean;
};

export function CopyId({ id, whole = false, quiet = false, isIcon = false }: CopyIdProps) {
  const { copy, copied } = useCopy();
  return (
    <button
      type="button"
      className={`id ${quiet ? "quiet" : ""} ${whole ? "whole" : ""}`}
      title={id}
      aria-label={`Copy ${id}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy(id);
      }}
    >
      {!isIcon && (whole ? id : shortenId(id))}
      <Icon name={copied ? "check" : "copy"} />
    </button>
  );
}
