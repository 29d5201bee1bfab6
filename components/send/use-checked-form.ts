import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { FieldValues, UseFormProps } from "react-hook-form";
import type * as z from "zod/mini";
import { useFormFields } from "./use-form-fields";

type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

export type CheckedForm<Schema extends FormSchema> = ReturnType<typeof useCheckedForm<Schema>>;

/** A form validated by a schema. It brings the schema library, so a page loads it with the form. */
export const useCheckedForm = <Schema extends FormSchema>(
  schema: Schema,
  options: Pick<UseFormProps<z.input<Schema>>, "defaultValues" | "mode" | "values" | "resetOptions">,
) => useFormFields<z.input<Schema>, z.output<Schema>>({ ...options, resolver: standardSchemaResolver(schema) });
