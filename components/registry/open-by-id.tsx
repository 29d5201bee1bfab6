"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useGo } from "@/components/ui/browser/use-go";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { Input } from "@/components/ui/fields/input";
import { idToPath } from "@/lib/contract/identifier";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type OpenByIdProps = {
  /** The resource's path without slashes: "assistants". */
  base: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  /** Another kind of ID is doubted, once; opening again goes ahead anyway. */
  isUuid?: boolean;
  /** An ID to start with, so that a miss keeps what was pasted. */
  initialId?: string;
};

export function OpenById({ base, label, hint, placeholder, isUuid = false, initialId = "" }: OpenByIdProps) {
  const go = useGo();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [doubted, setDoubted] = useState<{ id: string; doubt: string }>();

  function open(event: FormEvent) {
    event.preventDefault();
    const id = field.current?.value.trim() ?? "";
    const uuidWarning = isUuid && doubted?.id !== id ? uuidDoubt(id) : undefined;
    const doubt = id === "" ? "Paste or type an ID first." : uuidWarning;
    if (doubt !== undefined) {
      setDoubted({ id, doubt });
      field.current?.focus();
      return;
    }
    go(`/${base}/${idToPath(id)}`);
  }

  return (
    <form className="border-t border-rule bg-well px-(--gutter) pt-4 pb-[15px]" onSubmit={open} noValidate>
      <label className="mb-1.5 block font-[550]" htmlFor={fieldId}>
        {label}
      </label>
      <div className="flex max-w-[640px] gap-2 max-narrow:[&>input]:h-11 [&>input]:h-9.5 *:data-[slot=button]:h-[38px] max-narrow:*:data-[slot=button]:h-11">
        <Input
          ref={field}
          id={fieldId}
          size="tall"
          className="w-full font-mono tracking-[-0.02em]"
          defaultValue={initialId}
          placeholder={placeholder}
          title={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={doubted ? true : undefined}
          aria-describedby={doubted || hint ? `${fieldId}-note` : undefined}
        />
        <Button type="submit" variant="primary">
          Open
        </Button>
      </div>
      {doubted ? (
        <FieldError isAlert id={`${fieldId}-note`} className="mt-1.5">
          {doubted.doubt}
          {doubted.id !== "" && " Press Open again to open it anyway."}
        </FieldError>
      ) : (
        hint && (
          <p className="mt-1.5 text-sm/[17px] text-ink-3" id={`${fieldId}-note`}>
            {hint}
          </p>
        )
      )}
    </form>
  );
}

/** Warning about an ID that should be a UUID; undefined if it is one. The ID can be opened anyway. */
export const uuidDoubt = (id: string) => (uuid.test(id) ? undefined : "This is not a UUID.");
