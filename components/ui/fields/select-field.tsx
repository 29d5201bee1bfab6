import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { Select } from "./input";

export type SelectFieldProps = Omit<ComponentProps<"select">, "style" | "size"> &
  Pick<FieldProps, "label" | "hint" | "error">;

export function SelectField({ label, hint, error, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Select {...rest} {...control} />}
    </Field>
  );
}
