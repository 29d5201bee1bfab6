"use client";

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";

export type DialogProps = {
  title: ReactNode;
  /** Without it only what the footer holds closes: for what is shown once. */
  onClose?: () => void;
  children: ReactNode;
  footer: ReactNode;
  wide?: boolean;
  alert?: boolean;
};

/**
 * The native modal: the page behind is inert, Esc and a press outside give the safe answer, focus returns by itself.
 * First focus goes to the element marked `data-first-focus`. Render it only while it is open.
 */
export function Dialog({ title, onClose, children, footer, wide = false, alert = false }: DialogProps) {
  const ref = useModal(onClose);
  const titleId = useId();

  return (
    <dialog
      ref={ref}
      className={`${dialogClass} ${wide ? "w-[min(640px,calc(100vw-24px))]" : "w-[min(460px,calc(100vw-24px))]"}`}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // A browser lets only the first of several Esc be canceled.
      onKeyDown={(event) => event.key === "Escape" && !onClose && event.preventDefault()}
    >
      <div className="overflow-auto overscroll-contain px-[22px] pt-5 pb-[18px] wrap-anywhere *:data-[slot=field]:mt-3.5">
        <h2 id={titleId} className="mb-1 text-[18px]/[26px] font-[620] tracking-[-0.012em]">
          {title}
        </h2>
        {children}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-rule bg-well px-[22px] py-3 max-narrow:**:data-[slot=button]:h-11 max-narrow:**:data-[slot=button]:flex-1">
        {footer}
      </div>
    </dialog>
  );
}

/** The page behind is inert, a press outside closes, and focus goes back to where it was. */
export function useModal(onClose: (() => void) | undefined) {
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    const back = before ? [before, ...(waysBack.get(before.closest("dialog") ?? before) ?? [])] : [];
    if (dialog) waysBack.set(dialog, back);
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      dialog?.close();
      giveFocus(back);
    };
  }, []);

  useEffect(() => {
    const dialog = ref.current;
    const onPress = (event: PointerEvent) => event.target === dialog && onClose?.();
    dialog?.addEventListener("pointerdown", onPress);
    return () => dialog?.removeEventListener("pointerdown", onPress);
  }, [onClose]);

  return ref;
}

/** What had the focus before each dialog, and before the one that it was opened from. */
const waysBack = new WeakMap<Element, readonly Element[]>();

/** To the first of these that still takes it, or else to the head of the page: never to nothing. */
function giveFocus(back: readonly Element[]) {
  for (const element of [...back, document.querySelector("main h1")]) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

const dialogClass = [
  "m-auto max-h-[calc(100dvh-24px)] max-w-none flex-col overflow-hidden rounded-3 bg-float p-0 text-ink shadow-(--sh-3)",
  "[--cut:var(--float)] backdrop:bg-scrim open:flex forced-colors:border forced-colors:border-[CanvasText]",
  "max-narrow:mx-0 max-narrow:mb-0 max-narrow:w-full max-narrow:rounded-[12px_12px_0_0]",
  "**:data-[slot=button]:h-auto **:data-[slot=button]:min-h-8 **:data-[slot=button]:max-w-full",
  "**:data-[slot=button]:wrap-break-word **:data-[slot=button]:whitespace-normal",
].join(" ");
