import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/buttons/icon";

type DropZoneProps = {
  title: string;
  children: ReactNode;
  accept?: string;
  onFile: (file: File) => void;
};

export function DropZone({ title, children, accept, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  usePaste(onFile);

  const openFirst = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };

  return (
    <>
      <button
        type="button"
        className={dropClass}
        data-over={isOver || undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          openFirst(event.dataTransfer.files);
        }}
      >
        <Icon name="up" />
        <b className="font-semibold">{title}</b>
        <span className="text-sm/[17px] text-ink-3">{children}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={title}
        accept={accept}
        onChange={(event) => {
          openFirst(event.target.files);
          // Without the reset, choosing the same file again fires no change event.
          event.target.value = "";
        }}
      />
    </>
  );
}

const dropClass = [
  "grid w-full cursor-pointer place-items-center gap-[3px] rounded-3 border-[1.5px] border-dashed border-edge bg-well px-4 py-[26px]",
  "text-center hover:border-accent hover:bg-pick data-over:border-accent data-over:bg-pick",
].join(" ");

function usePaste(onFile: (file: File) => void) {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target;
      if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]")) return;
      // Cells copied in Excel include a picture of them.
      const pasted = [...(event.clipboardData?.files ?? [])].find(({ type }) => !type.startsWith("image/"));
      const file = pasted ?? pastedFile(event.clipboardData?.getData("text/plain") ?? "");
      if (!file) return;
      event.preventDefault();
      onFile(file);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [onFile]);
}

/** Pasted spreadsheet cells as a file; undefined if the text has no rows, such as a single ID. */
export function pastedFile(text: string): File | undefined {
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim());
  const isRows = rows.length > 1 || /[\t,;|]/.test(rows[0] ?? "");
  return isRows ? new File([text], "pasted rows.csv", { type: "text/tab-separated-values" }) : undefined;
}
