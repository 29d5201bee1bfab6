"use client";

import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { inputClass } from "./input-class";

export type SelectFieldProps = Omit<ComponentProps<"select">, "style"> & Pick<FieldProps, "label" | "hint" | "error">;

/** A native select; children are `<option>`s. */
export function SelectField({ label, hint, error, id, className = "", children, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id === undefined ? {} : { id })}>
      {(control) => (
        <select {...rest} {...control} className={`inp w-full ${inputClass()} ${className}`}>
          {children}
        </select>
      )}
    </Field>
  );
}
