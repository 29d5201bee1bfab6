"use client";

import { type ReactElement, type ReactNode, useId } from "react";
import { StatusIcon } from "./status-icon";

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

/** Spread the given props on the control: `{(control) => <input className="inp" {...control} {...register("name")} />}`. */
export function Field({ label, hint, error, id, className = "", children }: FieldProps) {
  const made = useId();
  const controlId = id ?? made;
  const noteId = `${controlId}-note`;
  return (
    <div className={`field ${className}`}>
      <label htmlFor={controlId}>{label}</label>
      {children({
        id: controlId,
        "aria-describedby": error || hint ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <span className="err" id={noteId}>
          <StatusIcon tone="fault" />
          <span>{error}</span>
        </span>
      ) : (
        hint && (
          <span className="hint" id={noteId}>
            {hint}
          </span>
        )
      )}
    </div>
  );
}
