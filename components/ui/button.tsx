import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { ShortcutHint } from "./shortcut-hint";

export type ButtonProps = Omit<ComponentProps<"button">, "style"> & {
  variant?: "plain" | "primary" | "bare" | "stop" | "stop-solid";
  size?: "small" | "regular" | "large";
  icon?: IconName;
  shortcut?: string;
  isSending?: boolean;
  sendingLabel?: string;
};

const variants = { plain: "", primary: "pri", bare: "bare", stop: "stop", "stop-solid": "stop solid" };
const sizes = { small: "sm", regular: "", large: "lg" };

/** While sending, the width is held. A press does nothing then, nor where it is `aria-disabled`. */
export function Button({
  variant = "plain",
  size = "regular",
  icon,
  shortcut,
  isSending,
  sendingLabel = "Sending…",
  className = "",
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = isSending || rest["aria-disabled"] === true || rest["aria-disabled"] === "true";
  const label = (
    <ButtonLabel icon={icon} shortcut={shortcut}>
      {children}
    </ButtonLabel>
  );
  return (
    <button
      type="button"
      {...rest}
      className={`btn ${variants[variant]} ${sizes[size]} ${className}`}
      aria-busy={isSending || undefined}
      aria-disabled={isSending || rest["aria-disabled"]}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {isSending === undefined ? (
        label
      ) : (
        <span className="btn-label">
          <span data-off={isSending || undefined} aria-hidden={isSending || undefined}>
            {label}
          </span>
          <span data-off={!isSending || undefined} aria-hidden={!isSending || undefined}>
            {sendingLabel}
          </span>
        </span>
      )}
    </button>
  );
}

type ButtonLabelProps = { icon?: IconName | undefined; shortcut?: string | undefined; children: ReactNode };

function ButtonLabel({ icon, shortcut, children }: ButtonLabelProps) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && <ShortcutHint keys={shortcut} />}
    </>
  );
}
