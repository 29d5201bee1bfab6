"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "./icon-button";

export type DrawerProps = {
  /** Names the drawer: "Log entry". */
  label: string;
  onClose: () => void;
  /** At the left of the top bar: "4 of 183". */
  position?: ReactNode;
  /** At the right of the top bar, before Close. */
  tools?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * Beside the sheet above 1280, over it below, the whole screen at 860. Put it after `.left` inside `.desk`.
 * Focus moves in when it opens and goes back when it closes; Esc closes it, unless a dialog stands
 * over it: then the key is the dialog's.
 */
export function Drawer({ label, onClose, position, tools, footer, children }: DrawerProps) {
  const element = useRef<HTMLElement>(null);
  useFocusReturn(element);

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || isDialogOpen()) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    } else if (event.key === "Tab" && coversScreen()) keepInside(event, element.current);
  }

  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = event.target === document.body || isInTable(event.target);
      if (event.key === "Escape" && !event.defaultPrevented && !isDialogOpen() && isElsewhere) onClose();
    };
    document.addEventListener("keydown", onEscape);
    return () => document.removeEventListener("keydown", onEscape);
  }, [onClose]);

  return (
    <aside ref={element} className="drawer" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="drawer-h">
        <span className="faint">{position}</span>
        <span className="grow" />
        {tools}
        <IconButton icon="x" label="Close" shortcut="Esc" onClick={onClose} />
      </div>
      {children}
      {footer && <div className="dr-foot">{footer}</div>}
    </aside>
  );
}

function useFocusReturn(element: { current: HTMLElement | null }) {
  useEffect(() => {
    const before = document.activeElement;
    const inside = element.current;
    inside?.focus({ preventScroll: true });
    return () => {
      const hadFocus = document.activeElement === document.body || inside?.contains(document.activeElement);
      if (!hadFocus) return;
      const selected = document.querySelector<HTMLElement>("tr[data-row-id][tabindex='0']");
      const target = selected ?? (before instanceof HTMLElement && before.isConnected ? before : undefined);
      target?.focus({ preventScroll: true });
    };
  }, [element]);
}

const coversScreen = () => window.matchMedia("(max-width: 860px)").matches;

/** A dialog asked for from the drawer is inside it, and so are its keys. */
const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

const isInTable = (target: EventTarget | null) => target instanceof Element && target.closest(".tbl") !== null;

function keepInside(event: KeyboardEvent, element: HTMLElement | null) {
  const stops = [...(element?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter((stop) => stop.tabIndex >= 0);
  const first = stops[0];
  const last = stops.at(-1);
  const at = document.activeElement;
  const target = event.shiftKey ? (at === first || at === element ? last : undefined) : at === last ? first : undefined;
  if (!target) return;
  event.preventDefault();
  target.focus();
}

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex]";
