import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { Button, type ButtonProps } from "./button";
import { Icon } from "./icon";
import { useCopy } from "./use-copy";

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

/** A shortened ID is longer than this only if it has control characters, which are shown as code points. */
const longestShort = 17;

const shortClass = "flex-none print:min-w-0 print:flex-auto print:wrap-anywhere print:whitespace-normal";

export function CopyId({ id, what, whole = false, quiet = false, isIcon = false }: CopyIdProps) {
  const { copy, copied } = useCopy();
  const shown = visibleControls(whole ? id : shortenId(id));
  return (
    <button
      type="button"
      data-slot="copy-id"
      className={`group/id copy-id ${whole ? "text-left wrap-anywhere whitespace-normal" : "wraps-in-details"}`}
      data-title={whole ? undefined : id}
      aria-label={what ? `Copy ${what}` : `Copy ID, ends in ${[...id].slice(-4).join("")}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy(id, what ?? "the ID");
      }}
    >
      {!isIcon && (
        <span
          translate="no"
          className={whole || shown.length > longestShort ? "min-w-0 overflow-hidden text-ellipsis" : shortClass}
        >
          {shown}
        </span>
      )}
      <Icon name={copied ? "check" : "copy"} className={quiet ? "copy-icon-quiet" : "copy-icon"} />
    </button>
  );
}
