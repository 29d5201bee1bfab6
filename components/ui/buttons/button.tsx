import type { ComponentProps, ReactNode } from "react";
import { type Load, onIntent } from "@/components/ui/browser/on-intent";
import { ShortcutHint } from "@/components/ui/browser/use-keys";
import { Link } from "@/components/ui/buttons/link";
import { buttonClass, linkButtonClass } from "./button-class";
import { Icon, type IconName } from "./icon";

export type ButtonProps = Omit<ComponentProps<"button">, "style"> & {
  variant?: "plain" | "primary" | "bare" | "stop" | "stop-solid";
  size?: "small" | "regular" | "large";
  icon?: IconName;
  shortcut?: string;
  isSending?: boolean;
  sendingLabel?: string;
  /** Loads the code of what a press opens, before the press. */
  load?: Load;
};

/**
 * Keeps its width while sending. Uses `aria-disabled`, because a disabled button would lose the focus. Clicks are ignored
 * while it is disabled or sending.
 */
export function Button({
  variant,
  size,
  icon,
  shortcut,
  isSending,
  sendingLabel = "Sending…",
  className = "",
  children,
  disabled,
  load,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = isSending || disabled;
  const label = (
    <ButtonLabel icon={icon} shortcut={shortcut}>
      {children}
    </ButtonLabel>
  );
  return (
    <button
      type="button"
      data-slot="button"
      data-variant={variant}
      {...onIntent(load)}
      {...rest}
      className={`${buttonClass({ variant, size })} ${className}`}
      aria-busy={isSending || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {isSending === undefined ? (
        label
      ) : (
        <span className="grid">
          <ButtonFace isOff={isSending}>{label}</ButtonFace>
          <ButtonFace isOff={!isSending}>{sendingLabel}</ButtonFace>
        </span>
      )}
    </button>
  );
}

/** One of two stacked labels. The wider one sets the width. */
function ButtonFace({ isOff, children }: { isOff: boolean; children: ReactNode }) {
  return (
    <span
      className="col-start-1 row-start-1 inline-flex items-center justify-center gap-[7px] data-off:invisible"
      data-off={isOff || undefined}
      aria-hidden={isOff || undefined}
    >
      {children}
    </span>
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

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, "style"> &
  Pick<ButtonProps, "variant" | "size"> & { icon?: IconName };

export function ButtonLink({ variant, size, icon, className = "", children, ...rest }: ButtonLinkProps) {
  return (
    <Link data-slot="button" {...rest} className={`${buttonClass({ variant, size })} ${className}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A button that looks like a link. */
export function LinkButton({ className = "", load, ...rest }: ComponentProps<"button"> & Pick<ButtonProps, "load">) {
  return <button type="button" className={`${className} ${linkButtonClass}`} {...onIntent(load)} {...rest} />;
}
