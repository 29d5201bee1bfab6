import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/buttons/button";
import { listTypes } from "./list-types";

type FileButtonProps = { onFile: (file: File) => void; children: ReactNode };

/** Opens the browser's dialog for files. */
export function FileButton({ onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label="Choose another file"
        accept={listTypes}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Without the reset, choosing the same file again fires no change event.
          target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}
