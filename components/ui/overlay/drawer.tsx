import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { narrowMedia } from "@/components/ui/browser/narrow-media";
import { IconButton } from "@/components/ui/buttons/icon-button";

export type DrawerProps = {
  /** Accessible name: "Log entry". */
  label: string;
  onClose: () => void;
  /** Left end of the top bar: "4 of 183". */
  position?: ReactNode;
  /** Right end of the top bar, before Close. */
  tools?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * Beside the page on wide screens, over it on medium ones, full screen on narrow ones.
 * Place it inside an element with `drawerLayoutClass`, after one with `besideDrawerClass`.
 * Focus moves in on open and back on close. Esc closes it unless a dialog is open.
 */
export function Drawer({ label, onClose, position, tools, footer, children }: DrawerProps) {
  const element = useRef<HTMLElement>(null);
  useFocusReturn(element);
  // The page got narrower, so the row that opened the drawer may have moved out of sight.
  useEffect(() => {
    document.querySelector("tr[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || isDialogOpen()) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    } else if (event.key === "Tab" && coversScreen()) trapFocus(event, element.current);
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
  "fixed top-12 right-0 bottom-0 z-25 flex w-(--drawer) max-w-[100vw] flex-col overflow-auto overscroll-contain bg-sheet",
  "wrap-anywhere outline-none [--th-top:44px] max-wide:shadow-(--sh-3) wide:border-l wide:border-rule-2",
  "max-narrow:inset-0 max-narrow:z-50 max-narrow:w-auto max-narrow:max-w-none",
  "print:static print:w-auto print:overflow-visible print:border-0 print:bg-none print:shadow-none",
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

/** A dialog opened from the drawer is inside it, so its key events bubble to the drawer. */
const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

const isInTable = (target: EventTarget | null) => target instanceof Element && target.closest("table") !== null;

function trapFocus(event: KeyboardEvent, element: HTMLElement | null) {
  const stops = [...(element?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter((stop) => stop.tabIndex >= 0);
  const first = stops[0];
  const last = stops.at(-1);
  const active = document.activeElement;
  const target = event.shiftKey
    ? active === first || active === element
      ? last
      : undefined
    : active === last
      ? first
      : undefined;
  if (!target) return;
  event.preventDefault();
  target.focus();
}

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex]";
