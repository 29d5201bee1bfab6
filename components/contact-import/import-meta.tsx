import { Icon } from "@/components/ui/icon";
import { bytesWord } from "./bytes-word";
import type { ImportState } from "./import-state";
import type { DraftState } from "./use-draft";

type ImportMetaProps = { state: ImportState; draft: DraftState; isAnswered: boolean; isPastReview: boolean };

/** The file under the page's title, and what became of it so far. */
export function ImportMeta({ state, draft, isAnswered, isPastReview }: ImportMetaProps) {
  const { file, checked } = state;
  if (file.step === "none") return <span className="faint">Nothing is sent before you press the last button</span>;
  const isOpen = !isAnswered && file.step === "open";
  return (
    <>
      <span className="row">
        <Icon name="file" />
        <span className="break">{file.file.name}</span>
      </span>
      {checked && <span>{checked.report.rows.toLocaleString("en-US")} rows</span>}
      <span>{bytesWord(file.file.size)}</span>
      {!isPastReview && <span className="faint">Nothing is sent before the last step</span>}
      {isOpen && draft === "kept" && (
        <span className="faint">Kept in this browser for a day, until it is sent or you sign out</span>
      )}
      {isOpen && draft === "not-kept" && (
        <span className="faint">Not kept in this browser: a reload loses what you decided</span>
      )}
    </>
  );
}
