"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { RailParts } from "./rail";

/** The rail as a native modal on narrow screens. */
export function RailSheet({ onClose }: { onClose: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  useEffect(() => {
    const dialog = sheet.current;
    const onPress = (event: PointerEvent) => event.target === dialog && onClose();
    const wide = matchMedia("(min-width: 1024px)");
    dialog?.addEventListener("pointerdown", onPress);
    wide.addEventListener("change", onClose);
    return () => {
      dialog?.removeEventListener("pointerdown", onPress);
      wide.removeEventListener("change", onClose);
    };
  }, [onClose]);

  return (
    <dialog
      ref={sheet}
      className="h-dvh max-h-none w-[min(300px,calc(100vw-56px))] max-w-none animate-[rail-in_var(--mid)_var(--ease)] overflow-hidden border-r border-rule-2 bg-frame text-ink backdrop:bg-scrim motion-reduce:animate-none forced-colors:border forced-colors:border-[CanvasText]"
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="relative flex h-full flex-col">
        <IconButton className="absolute top-1.5 right-1.5 z-3" icon="x" label="Close menu" onClick={onClose} />
        <RailParts onGo={onClose} />
      </div>
    </dialog>
  );
}
