import type { ComponentProps } from "react";
import { buttonClass } from "./button-class";
import { Icon, type IconName } from "./icon";

export type IconButtonProps = Omit<ComponentProps<"button">, "style" | "children" | "aria-label"> & {
  icon: IconName;
  label: string;
  shortcut?: string;
  bare?: boolean;
  small?: boolean;
};

export function IconButton({
  icon,
  label,
  shortcut,
  bare = true,
  small = true,
  className = "",
  disabled,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={shortcut ? `${label}  ${shortcut}` : label}
      data-slot="button"
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
