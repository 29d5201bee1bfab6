"use client";

import { Lamp } from "@/components/ui/status-icon";
import { EncodingOffer } from "./encoding-offer";
import { FileName } from "./file-name";
import type { FileState } from "./file-state";
import { formatWords } from "./file-words";
import { FormatChoice, type FormatChoiceProps, SheetChoice } from "./format-choice";
import { OtherSheets } from "./other-sheets";

type FileRefusedProps = Extract<FileState, { step: "refused" }> & Pick<FormatChoiceProps, "onFormat" | "onSheet">;

/** Why the file cannot be read, and every other way of reading it that is left. */
export function FileRefused({ file, refusal, format, book, onFormat, onSheet }: FileRefusedProps) {
  const isQuestion = refusal.encodings !== undefined || (book !== undefined && book.sheets.length > 1);
  return (
    <>
      <div className={`notice ${isQuestion ? "wait" : "fault"}`} role="alert">
        <Lamp reading={isQuestion ? "wait" : "fault"} />
        <div>
          <b>{isQuestion ? `How ${file.name} is to be read is not clear` : `${file.name} cannot be read`}</b>
          <p>{refusal.sentence}</p>
        </div>
      </div>
      {refusal.encodings && format && (
        <EncodingOffer
          encodings={refusal.encodings}
          now={undefined}
          onTake={(encoding) => onFormat({ ...format, encoding })}
        />
      )}
      {book && <OtherSheets book={book} onSheet={onSheet} />}
      {book && <SheetChoice book={book} onSheet={onSheet} />}
      {!book && format && (
        <>
          <FileName file={file}>Tried: {formatWords(format)}.</FileName>
          <FormatChoice format={format} onFormat={onFormat} onSheet={onSheet} />
        </>
      )}
    </>
  );
}
