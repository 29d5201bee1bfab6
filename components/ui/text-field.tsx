"use client";

import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { Input } from "./input";

export type TextFieldProps = Omit<ComponentProps<"input">, "style" | "size" | "children"> &
  Pick<FieldProps, "label" | "hint" | "error"> & { code?: boolean };

/** Takes react-hook-form's `register(...)` spread over it. */
export function TextField({ label, hint, error, code = false, id, className = "", ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id === undefined ? {} : { id })}>
      {(control) => <Input type="text" code={code} {...rest} {...control} className={`w-full ${className}`} />}
    </Field>
  );
}
