"use client";

import { Lamp } from "@/components/ui/lamp";
import { FileName } from "./file-name";
import type { FileState } from "./file-state";
import { formatWords } from "./file-words";
import { FormatChoice, type FormatChoiceProps, SheetChoice } from "./format-choice";
import { Windows1252Offer } from "./windows-1252-offer";

type FileRefusedProps = Extract<FileState, { step: "refused" }> & Pick<FormatChoiceProps, "onFormat" | "onSheet">;

/** Why the file cannot be read, and every other way of reading it that is left. */
export function FileRefused({ file, refusal, format, workbook, onFormat, onSheet }: FileRefusedProps) {
  const isQuestion = refusal.asWindows1252 !== undefined || workbook !== undefined;
  return (
    <>
      <div className={`notice ${isQuestion ? "wait" : "fault"}`} role="alert">
        <Lamp reading={isQuestion ? "wait" : "fault"} />
        <div>
          <b>{isQuestion ? `How ${file.name} is to be read is not clear` : `${file.name} cannot be read`}</b>
          <p>{refusal.sentence}</p>
        </div>
      </div>
      {refusal.asWindows1252 && (
        <Windows1252Offer
          lines={refusal.asWindows1252}
          onTake={format && (() => onFormat({ ...format, encoding: "windows-1252" }))}
        />
      )}
      {workbook && <SheetChoice workbook={workbook} onSheet={onSheet} />}
      {!workbook && format && (
        <>
          <FileName file={file}>Tried: {formatWords(format)}.</FileName>
          <FormatChoice format={format} onFormat={onFormat} onSheet={onSheet} />
        </>
      )}
    </>
  );
}
