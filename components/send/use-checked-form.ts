import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type FieldValues, type Path, type RegisterOptions, type UseFormProps, useForm } from "react-hook-form";
import type * as z from "zod/mini";

type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

export type CheckedForm<Schema extends FormSchema> = ReturnType<typeof useCheckedForm<Schema>>;

/** A form validated by a schema, each field from when it is left. `field(name)` returns an input's props with its error. */
export function useCheckedForm<Schema extends FormSchema>(
  schema: Schema,
  options: Pick<UseFormProps<z.input<Schema>>, "defaultValues" | "mode" | "values" | "resetOptions">,
) {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    mode: "onTouched",
    ...options,
    resolver: standardSchemaResolver(schema),
  });
  const field = <Name extends Path<z.input<Schema>>>(name: Name, rules?: RegisterOptions<z.input<Schema>, Name>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { ...form, field };
}
