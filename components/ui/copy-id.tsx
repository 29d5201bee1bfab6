"use client";

import { Icon } from "./icon";
import { shortenId } from "./shorten-id";
import { useCopy } from "./use-copy";

export type CopyIdProps = { id: string; whole?: boolean; quiet?: boolean };

export function CopyId({ id, whole = false, quiet = false }: CopyIdProps) {
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
      {whole ? id : shortenId(id)}
      <Icon name={copied ? "check" : "copy"} />
    </button>
  );
}
