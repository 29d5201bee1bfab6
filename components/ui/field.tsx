"use client";

import { type ReactElement, type ReactNode, useId } from "react";
import { FieldError } from "./field-error";

export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  id?: string;
  className?: string;
  children: (control: FieldControl) => ReactElement;
};

/** Spread the given props on the control: `{(control) => <input className={inputClass()} {...control} {...register("name")} />}`. */
export function Field({ label, hint, error, id, className = "", children }: FieldProps) {
  const made = useId();
  const controlId = id ?? made;
  const noteId = `${controlId}-note`;
  return (
    <div data-slot="field" className={`grid content-start gap-[5px] ${className}`}>
      <label className="justify-self-start font-[550]" htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        "aria-describedby": error || hint ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : (
        hint && (
          <span className="text-sm/[17px] text-ink-3" id={noteId}>
            {hint}
          </span>
        )
      )}
    </div>
  );
}
