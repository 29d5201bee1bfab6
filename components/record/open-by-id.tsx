"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { StatusIcon } from "@/components/ui/status-icon";
import { useGo } from "@/components/ui/use-go";
import { idToPath } from "@/lib/contract/identifier";

export type OpenByIdProps = {
  /** The resource's path without slashes: "assistants". */
  base: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  buttonLabel?: string;
  /** A doubt about the ID, said once; opening again goes ahead anyway. */
  doubt?: (id: string) => string | undefined;
  /** An ID to start with, so that a miss keeps what was pasted. */
  initialId?: string;
  /** A second field of the same form. */
  children?: ReactNode;
  onOpen?: (id: string) => void;
};

export function OpenById({
  base,
  label,
  hint,
  placeholder,
  buttonLabel = "Open",
  doubt,
  initialId = "",
  children,
  onOpen,
}: OpenByIdProps) {
  const go = useGo();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<{ id: string; doubt: string }>();

  function open(event: FormEvent) {
    event.preventDefault();
    const id = field.current?.value.trim() ?? "";
    const doubtful = id === "" ? "Paste or type an ID first." : said?.id === id ? undefined : doubt?.(id);
    if (doubtful !== undefined) {
      setSaid({ id, doubt: doubtful });
      field.current?.focus();
      return;
    }
    onOpen?.(id);
    go(`/${base}/${idToPath(id)}`);
  }

  return (
    <form className="opn" onSubmit={open} noValidate>
      <label htmlFor={fieldId}>{label}</label>
      <div className="open">
        <input
          ref={field}
          id={fieldId}
          className="inp"
          defaultValue={initialId}
          placeholder={placeholder}
          title={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={said ? true : undefined}
          aria-describedby={said || hint ? `${fieldId}-note` : undefined}
        />
        {children}
        <Button type="submit" variant="primary">
          {buttonLabel}
        </Button>
      </div>
      {said ? (
        <p className="err" id={`${fieldId}-note`} role="alert">
          <StatusIcon tone="fault" tinted />
          <span>
            {said.doubt}
            {said.id !== "" && " Open again to read it anyway."}
          </span>
        </p>
      ) : (
        hint && (
          <p className="note" id={`${fieldId}-note`}>
            {hint}
          </p>
        )
      )}
    </form>
  );
}
