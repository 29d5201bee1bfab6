"use client";

import { useCallback, useEffect, useState } from "react";
import { DropZone } from "@/components/ui/drop-zone";
import { useAnnounce } from "@/components/ui/live-region";
import type { Format } from "@/lib/contacts/plan";
import { FileOpen } from "./file-open";
import { FileOpening } from "./file-opening";
import { FileRefused } from "./file-refused";
import { FileRules } from "./file-rules";
import type { FileState } from "./file-state";
import { countWords, formatWords, hiddenWords } from "./file-words";
import { pastedFile } from "./pasted-file";
import { StepBar } from "./step-bar";

export type FileStepProps = {
  state: FileState;
  onFile: (file: File) => void;
  onFormat: (format: Format) => void;
  onSheet: (sheet: number) => void;
  /** Whether rows that the workbook hides are uploaded. */
  sendsHidden: boolean;
  onSendsHidden: (sendsHidden: boolean) => void;
  /** Gives up the file that is being opened. */
  onCancel: () => void;
  onContinue: () => void;
};

/** Choose a list, and see whether it was read as it was meant. */
export function FileStep({ state, onFile, onFormat, onSheet, onCancel, onContinue, ...hidden }: FileStepProps) {
  const { take, paste, isNoRows } = useIncoming(onFile);
  useFoundSaid(state);
  const announce = useAnnounce();

  function cancel() {
    onCancel();
    announce("The file was not opened.");
    // The button that was pressed goes.
    document.getElementById("import-step")?.focus();
  }

  return (
    <>
      <div className="bays cmp fill">
        <div className="bay cf-main" data-step={state.step}>
          <h2 className="h2" id="import-step" tabIndex={-1}>
            {state.step === "open" ? "Look at the first rows" : "Choose a file"}
          </h2>
          <DropZone
            title={state.step === "none" ? "Choose a file, or drop it here" : "Choose another file, or drop it here"}
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.fods,.vcf,.xls,.xlsb,text/csv,text/plain,text/tab-separated-values"
            onFile={take}
            onPasteText={paste}
          >
            CSV, text, Excel, OpenDocument or vCard. Cells copied in a spreadsheet can be pasted.
          </DropZone>
          {isNoRows && <p className="note">{noRows}</p>}
          {state.step === "opening" && <FileOpening {...state} onCancel={cancel} />}
          {state.step === "refused" && <FileRefused {...state} onFormat={onFormat} onSheet={onSheet} />}
          {state.step === "open" && <FileOpen {...state} {...hidden} onFormat={onFormat} onSheet={onSheet} />}
        </div>
        <FileRules />
      </div>
      {state.step === "open" && (
        <StepBar
          label={state.look.isCertain ? "Check the list" : "Match columns"}
          whyNot={whyNot(state)}
          onContinue={onContinue}
        >
          {state.look.isCertain && "The columns are phone_number and name: nothing to match."}
        </StepBar>
      )}
    </>
  );
}

function whyNot({ look, isLooking }: Extract<FileState, { step: "open" }>): string | undefined {
  if (isLooking) return "Reading the first rows again.";
  return look.rows.length === 0 ? "There is no row to send." : undefined;
}

const noRows = "What was pasted holds no rows. Copy the cells together with their header and paste again.";

function useIncoming(onFile: (file: File) => void) {
  const announce = useAnnounce();
  const [isNoRows, setIsNoRows] = useState(false);
  const take = useCallback(
    (file: File) => {
      setIsNoRows(false);
      onFile(file);
    },
    [onFile],
  );
  const paste = useCallback(
    (text: string) => {
      const file = pastedFile(text);
      setIsNoRows(!file);
      if (file) onFile(file);
      else announce(noRows);
    },
    [announce, onFile],
  );
  return { take, paste, isNoRows };
}

/** Says what a file was read as, and again whenever that changes. */
function useFoundSaid(state: FileState) {
  const announce = useAnnounce();
  const said =
    state.step === "open" && !state.isLooking
      ? `${state.file.name}: ${formatWords(state.format, state.book)}, ${countWords(state.look.columns.length, "column")}${state.look.hiddenRows > 0 ? `. ${hiddenWords(state.look.hiddenRows)}` : ""}`
      : "";
  useEffect(() => {
    if (said) announce(said);
  }, [announce, said]);
}
