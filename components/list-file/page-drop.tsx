import { useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "@/components/ui/buttons/icon";

type PageDropProps = { title: string; onFile: (file: File) => void };

/** Takes a file that is dropped anywhere on the page, and shows so while one is dragged over it. */
export function PageDrop({ title, onFile }: PageDropProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    // A zone under the pointer has taken the file.
    if (event.defaultPrevented || !holdsFile(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file && !isDialogOpen()) onFile(file);
  });

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setIsOver(!isDialogOpen());
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false);
    const onDrop = (event: DragEvent) => drop(event);
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", onDrop);
    };
  }, []);

  if (!isOver) return null;
  return createPortal(
    <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-3 border-2 border-dashed border-accent bg-pick/90">
      <p className="flex items-center gap-2 px-4 text-lg font-semibold wrap-anywhere" role="status">
        <Icon name="up" /> {title}
      </p>
    </div>,
    document.body,
  );
}

const holdsFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

/** A dialog asks something first, and may take files itself. */
const isDialogOpen = () => document.querySelector("[role=dialog], [role=alertdialog], dialog[open]") !== null;
