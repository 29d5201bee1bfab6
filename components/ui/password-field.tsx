"use client";

import { type ComponentProps, useState } from "react";
import { Field, type FieldProps } from "./field";
import { Icon } from "./icon";

export type PasswordFieldProps = Omit<ComponentProps<"input">, "style" | "children" | "type"> &
  Pick<FieldProps, "label" | "hint" | "error">;

export function PasswordField({ label, hint, error, id, className = "", ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} {...(id === undefined ? {} : { id })}>
      {(control) => (
        <span className="pw">
          <input
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? "text" : "password"}
            className={`inp ${className}`}
          />
          <button type="button" aria-pressed={isShown} aria-controls={control.id} onClick={() => setIsShown(!isShown)}>
            <Icon name={isShown ? "eyeoff" : "eye"} />
            {isShown ? "Hide" : "Show"}
          </button>
        </span>
      )}
    </Field>
  );
}
