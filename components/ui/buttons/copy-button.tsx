"use client";

import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { Button, type ButtonProps } from "./button";
import { Icon } from "./icon";
import { useCopy } from "./use-copy";

const idClass = [
  "group/id -my-0.5 inline-flex min-w-6 cursor-pointer items-center gap-[5px] rounded-1 font-mono text-sm/6 font-normal",
  "tracking-[-0.02em] text-ink-2 hover:text-ink in-[dd]:text-left in-[dd]:wrap-anywhere in-[dd]:whitespace-normal in-[td,th]:max-w-full",
].join(" ");

const quietClass = "opacity-0 group-focus-visible/id:opacity-100 [@media(hover:none)]:opacity-75";

export type CopyButtonProps = Omit<ButtonProps, "onClick" | "icon"> & {
  text: string | (() => string | Promise<string>);
  name: string;
  mark?: "copy" | "link";
};

export function CopyButton({ text, name, mark = "copy", children = "Copy", ...rest }: CopyButtonProps) {
  const { copy, copied } = useCopy();
  return (
    <Button
      {...rest}
      icon={copied ? "check" : mark}
      onClick={async () => void copy(typeof text === "string" ? text : await text(), name)}
    >
      {children}
    </Button>
  );
}

type CopyIdProps = {
  id: string;
  whole?: boolean;
  quiet?: boolean;
  /** Name of the copied value if it is not an ID. */
  what?: string;
  /** Shows only the icon, if the text is already beside it. */
  isIcon?: boolean;
};

export function CopyId({ id, what, whole = false, quiet = false, isIcon = false }: CopyIdProps) {
  const { copy, copied } = useCopy();
  return (
    <button
      type="button"
      data-slot="copy-id"
      className={`${idClass} ${whole ? "text-left wrap-anywhere whitespace-normal" : "whitespace-nowrap"}`}
      data-title={whole ? undefined : id}
      aria-label={what ? `Copy ${what}` : `Copy ID, ends in ${[...id].slice(-4).join("")}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy(id, what ?? "the ID");
      }}
    >
      {!isIcon && (
        <span className="min-w-0 overflow-hidden text-ellipsis">{visibleControls(whole ? id : shortenId(id))}</span>
      )}
      <Icon
        name={copied ? "check" : "copy"}
        medium
        className={`text-ink-3 group-hover/id:opacity-100 print:hidden ${quiet ? quietClass : "opacity-75"}`}
      />
    </button>
  );
}
