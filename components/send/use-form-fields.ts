import { type FieldValues, type Path, type RegisterOptions, type UseFormProps, useForm } from "react-hook-form";

/** A form, each field checked from when it is left. `field(name, rules)` returns an input's props with its error. */
export function useFormFields<Values extends FieldValues, Checked extends FieldValues = Values>(
  options: UseFormProps<Values, unknown, Checked>,
) {
  const form = useForm<Values, unknown, Checked>({ mode: "onTouched", ...options });
  const field = <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { ...form, field };
}
