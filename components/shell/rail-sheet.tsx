import { useEffect } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { useModal } from "@/components/ui/overlay/dialog";
import { RailParts } from "./rail";

export function RailSheet({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose);

  useEffect(() => {
    const wide = matchMedia("(min-width: 1024px)");
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  }, [onClose]);

  return (
    <dialog
      {...modal}
      className="h-dvh max-h-none w-[min(300px,calc(100vw-56px))] max-w-none animate-[rail-in_var(--mid)_var(--ease)] overflow-hidden border-r border-rule-2 bg-frame text-ink backdrop:bg-scrim motion-reduce:animate-none forced-colors:border forced-colors:border-[CanvasText]"
      aria-label="Menu"
    >
      <div className="relative flex h-full flex-col">
        <IconButton className="absolute top-1.5 right-1.5 z-3" icon="x" label="Close menu" onClick={onClose} />
        <RailParts onGo={onClose} />
      </div>
    </dialog>
  );
}
