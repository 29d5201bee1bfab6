"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { narrowMedia } from "@/components/ui/browser/narrow-media";
import { IconButton } from "@/components/ui/buttons/icon-button";

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
 * Beside the sheet above 1280, over it below, the whole screen under 861. Put it inside what has `drawerLayoutClass`, after what has `besideDrawerClass`.
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
    <aside ref={element} data-drawer className={drawerClass} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="sticky top-0 z-6 flex min-h-11 items-center gap-2 border-b border-rule bg-sheet pr-2.5 pl-5 max-narrow:min-h-[52px] max-narrow:pl-4 max-narrow:[&_kbd]:hidden">
        <span className="text-ink-3">{position}</span>
        <span className="min-w-0 flex-1" />
        {tools}
        <IconButton icon="x" label="Close" shortcut="Esc" onClick={onClose} />
      </div>
      {children}
      {footer && (
        <div className="sticky bottom-0 mt-auto flex gap-2 border-t border-rule bg-sheet px-5 py-3 max-narrow:px-4 max-narrow:**:data-[slot=button]:h-10 max-narrow:**:data-[variant=primary]:flex-1 print:hidden">
          {footer}
        </div>
      )}
    </aside>
  );
}

const drawerClass = [
  "sticky top-12 z-6 flex h-[calc(100vh-48px)] min-w-0 wide:[body:has([data-banner])_&]:h-[calc(100vh-85px)] flex-col overflow-auto overscroll-contain bg-sheet wrap-anywhere outline-none [--th-top:44px]",
  "max-wide:fixed max-wide:top-12 max-wide:right-0 max-wide:bottom-0 max-wide:z-25 max-wide:w-[424px] max-wide:max-w-[100vw] max-wide:shadow-(--sh-3)",
  "max-narrow:inset-0 max-narrow:z-50 max-narrow:h-auto max-narrow:w-auto max-narrow:max-w-none",
  "print:static print:h-auto print:w-auto print:overflow-visible print:bg-none print:shadow-none",
  "forced-colors:border forced-colors:border-[CanvasText]",
  "[:where(&)_section]:border-b [:where(&)_section]:border-rule [:where(&)_section]:px-5 [:where(&)_section]:py-3.5",
  "max-narrow:[:where(&)_section]:px-4 [:where(&)_h2]:text-lg/6 [:where(&)_h2]:font-semibold",
  "[:where(&)_h2]:tracking-[-0.008em] [:where(&)_h3]:mb-2 [:where(&)_h3]:text-base [:where(&)_h3]:font-semibold",
].join(" ");

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

const coversScreen = () => window.matchMedia(narrowMedia).matches;

/** A dialog asked for from the drawer is inside it, and so are its keys. */
const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

const isInTable = (target: EventTarget | null) => target instanceof Element && target.closest("table") !== null;

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
