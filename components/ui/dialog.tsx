"use client";

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";

export type DialogProps = {
  title: ReactNode;
  onClose: () => void;
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
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const dialog = ref.current;
    const onPress = (event: PointerEvent) => event.target === dialog && onClose();
    dialog?.addEventListener("pointerdown", onPress);
    return () => dialog?.removeEventListener("pointerdown", onPress);
  }, [onClose]);

  return (
    <dialog
      ref={ref}
      className={`dlg ${wide ? "wide" : ""}`}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="b">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      <div className="f">{footer}</div>
    </dialog>
  );
}
