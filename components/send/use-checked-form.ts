"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback } from "react";
import { type FieldValues, type Path, type RegisterOptions, type UseFormProps, useForm } from "react-hook-form";
import type { z } from "zod";
import { loadSchema } from "#schema";
import { useAtRest } from "@/components/ui/browser/deferred";

type CheckedFormProps<Values extends FieldValues> = Omit<UseFormProps<Values>, "resolver"> & {
  /** Validates the values. The validation library is preloaded once the page is idle. */
  schema?: z.ZodType<Values, Values>;
};

/** A validated form. `field(name)` returns the props of an input, including its error. */
export function useCheckedForm<Values extends FieldValues>({ schema, ...options }: CheckedFormProps<Values>) {
  useAtRest(useCallback(async () => schema && loadSchema(schema), [schema]));
  const form = useForm<Values>({
    ...options,
    ...(schema && { resolver: async (...args) => zodResolver(await loadSchema(schema))(...args) }),
  });
  const field = (name: Path<Values>, rules?: RegisterOptions<Values, Path<Values>>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { ...form, field };
}
