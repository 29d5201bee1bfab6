import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Input } from "./input";

export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: FieldControl) => ReactElement;
};

/** Spread the props on the control: `{(control) => <input className={inputClass()} {...control} {...register("name")} />}`. */
export function Field({ label, hint, error, className = "", children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div data-slot="field" className={`grid content-start gap-[5px] ${className}`}>
      <label className="justify-self-start font-[550]" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": error || hint ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : (
        hint && (
          <span className="text-sm/[17px] text-ink-3" id={noteId}>
            {hint}
          </span>
        )
      )}
    </div>
  );
}

type FieldErrorProps = { id?: string; isAlert?: boolean; className?: string; children: ReactNode };

/** Error message. Use `isAlert` if no field references it by `aria-describedby`. */
export function FieldError({ id, isAlert = false, className = "", children }: FieldErrorProps) {
  return (
    <span
      className={`flex items-start gap-[5px] text-sm/[17px] text-fault-ink ${className}`}
      id={id}
      role={isAlert ? "alert" : undefined}
    >
      <StatusIcon tone="fault" tinted className="mt-0.5" />
      <span>{children}</span>
    </span>
  );
}

export type TextFieldProps = Omit<ComponentProps<"input">, "style" | "size" | "children"> &
  Pick<FieldProps, "label" | "hint" | "error"> & { code?: boolean };

/** Takes react-hook-form's `register(...)` spread over it. */
export function TextField({ label, hint, error, code = false, className = "", ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input type="text" code={code} {...rest} {...control} className={`w-full ${className}`} />}
    </Field>
  );
}
