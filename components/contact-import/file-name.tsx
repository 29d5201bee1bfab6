import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { bytesWord } from "./bytes-word";

/** The file's name and size over a sentence about it. */
export function FileName({ file, children }: { file: File; children: ReactNode }) {
  return (
    <div className="cf-name">
      <Icon name="file" />
      <h3>{file.name}</h3>
      <span className="faint nw">{bytesWord(file.size)}</span>
      <p className="dim">{children}</p>
    </div>
  );
}
