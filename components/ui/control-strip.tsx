import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { ShortcutHint } from "./shortcut-hint";

export type ControlStripProps = { label: string; children: ReactNode };

/** Equal controls side by side under a head: what a record can be told. */
export function ControlStrip({ label, children }: ControlStripProps) {
  return (
    <section className="ctl" aria-label={label}>
      {children}
    </section>
  );
}

export type ControlProps = Omit<ComponentProps<"button">, "style" | "children"> & {
  icon: IconName;
  label: string;
  /** What it does when pressed, or why it cannot be. */
  note: string;
  shortcut?: string;
  stop?: boolean;
  isSending?: boolean;
};

export function Control({ icon, label, note, shortcut, stop = false, isSending = false, ...rest }: ControlProps) {
  const isOff = isSending || rest["aria-disabled"] === true;
  return (
    <button
      type="button"
      {...rest}
      className={stop ? "stop" : undefined}
      aria-busy={isSending || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : rest.onClick}
    >
      <Icon name={icon} />
      <b>
        {label}
        {shortcut && !isOff && <ShortcutHint keys={shortcut} />}
      </b>
      <small>{isSending ? "Sending…" : note}</small>
    </button>
  );
}
