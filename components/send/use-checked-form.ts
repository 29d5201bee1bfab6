"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback } from "react";
import { type FieldValues, type Path, type RegisterOptions, type UseFormProps, useForm } from "react-hook-form";
import type { z } from "zod";
import { loadSchema } from "#schema";
import { useAtRest } from "@/components/ui/browser/deferred";

type CheckedFormProps<Values extends FieldValues> = Omit<UseFormProps<Values>, "resolver"> & {
  /** What is given has to fit it. Its library is fetched once the page is at rest; a form that has none needs no library. */
  schema?: z.ZodType<Values, Values>;
};

/** A form whose fields are checked before it is sent. `field` is what a field is given: what it holds, and what is wrong. */
export function useCheckedForm<Values extends FieldValues>({ schema, ...options }: CheckedFormProps<Values>) {
  useAtRest(useCallback(async () => schema && loadSchema(schema), [schema]));
  const form = useForm<Values>({
    ...options,
    ...(schema && { resolver: async (...asked) => zodResolver(await loadSchema(schema))(...asked) }),
  });
  const field = (name: Path<Values>, rules?: RegisterOptions<Values, Path<Values>>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { ...form, field };
}
