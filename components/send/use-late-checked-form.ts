import type { FieldValues, UseFormProps } from "react-hook-form";
import type * as z from "zod/mini";
import { onIntent } from "@/components/ui/browser/on-intent";
import { useFormFields } from "./use-form-fields";

/** A schema that may mend what was entered, such as blanks at its end, but keeps its type. */
type LoadSchema<Values> = () => Promise<z.ZodMiniType<Values, Values>>;

export type LateCheckedForm<Values extends FieldValues> = ReturnType<typeof useLateCheckedForm<Values>>;

/**
 * A form that a page shows at once. Its schema loads when a pointer or the focus reaches the form, which takes `reach`.
 * If it cannot be loaded, only the server checks the form, by the same schema.
 */
export function useLateCheckedForm<Values extends FieldValues>(
  load: LoadSchema<Values>,
  options: Pick<UseFormProps<Values>, "defaultValues" | "mode" | "values" | "resetOptions">,
) {
  const loadResolver = () => resolverOf(load);
  const form = useFormFields<Values>({
    ...options,
    resolver: async (values, context, asked) => {
      const resolver = await loadResolver().catch(noResolver);
      return resolver ? resolver(values, context, asked) : { values, errors: {} };
    },
  });
  return { ...form, reach: onIntent(loadResolver) };
}

async function resolverOf<Values extends FieldValues>(load: LoadSchema<Values>) {
  const library = import("@hookform/resolvers/standard-schema");
  const [{ standardSchemaResolver }, schema] = await Promise.all([library, load()]);
  return standardSchemaResolver<Values, unknown, Values>(schema);
}

const noResolver = () => undefined;
