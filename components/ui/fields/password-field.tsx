import { type ComponentProps, useState } from "react";
import { Icon } from "@/components/ui/buttons/icon";
import { Field, type FieldProps } from "./field";
import { Input } from "./input";

export type PasswordFieldProps = Omit<ComponentProps<"input">, "style" | "size" | "children" | "type"> &
  Pick<FieldProps, "label" | "hint" | "error">;

export function PasswordField({ label, hint, error, className = "", ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <Input
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? "text" : "password"}
            className={`w-full pr-[72px] ${className}`}
          />
          <button
            type="button"
            className="absolute top-1/2 right-1 inline-flex h-[26px] -translate-y-1/2 items-center gap-[5px] rounded-1 px-[7px] text-sm/5 font-medium text-ink-2 hover:bg-hover hover:text-ink"
            aria-pressed={isShown}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? "eyeoff" : "eye"} />
            {isShown ? "Hide" : "Show"}
          </button>
        </span>
      )}
    </Field>
  );
}
