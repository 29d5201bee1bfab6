import type { ComponentProps } from "react";
import { type Load, onIntent } from "@/components/ui/browser/on-intent";
import { buttonClass } from "./button-class";
import { Icon, type IconName } from "./icon";

export type IconButtonProps = Omit<ComponentProps<"button">, "style" | "children" | "aria-label"> & {
  icon: IconName;
  label: string;
  shortcut?: string;
  bare?: boolean;
  small?: boolean;
  /** Loads the code of what a press opens, before the press. */
  load?: Load;
};

export function IconButton({
  icon,
  label,
  shortcut,
  bare = true,
  small = true,
  className = "",
  disabled,
  load,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={shortcut ? `${label}  ${shortcut}` : label}
      data-slot="button"
      {...onIntent(load)}
      {...rest}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={`${buttonClass({ variant: bare ? "bare" : "plain", size: small ? "small" : "regular", shape: "icon" })} ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}
