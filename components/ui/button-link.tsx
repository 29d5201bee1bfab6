import Link from "next/link";
import type { ComponentProps } from "react";
import type { ButtonProps } from "./button";
import { buttonClass } from "./button-class";
import { Icon, type IconName } from "./icon";

export type ButtonLinkProps = Omit<ComponentProps<typeof Link>, "style"> &
  Pick<ButtonProps, "variant" | "size"> & { icon?: IconName };

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, className = "", children, ...rest }: ButtonLinkProps) {
  return (
    <Link data-slot="button" {...rest} className={`${buttonClass({ variant, size })} ${className}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
