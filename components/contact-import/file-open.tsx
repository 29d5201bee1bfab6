"use client";

import { Lamp } from "@/components/ui/lamp";
import { FileName } from "./file-name";
import type { FileState } from "./file-state";
import { formatWords } from "./file-words";
import { FormatChoice, type FormatChoiceProps } from "./format-choice";
import { LookTable } from "./look-table";

type FileOpenProps = Extract<FileState, { step: "open" }> & Pick<FormatChoiceProps, "onFormat" | "onSheet">;

/** What was found in the file, all of it changeable, and the rows that follow from it. */
export function FileOpen({ file, format, look, isLooking, workbook, onFormat, onSheet }: FileOpenProps) {
  return (
    <>
      <FileName file={file}>Found: {formatWords(format, workbook)}.</FileName>
      <FormatChoice format={format} workbook={workbook} onFormat={onFormat} onSheet={onSheet} />
      {look.doubts.length > 0 && (
        <div className="notice wait">
          <Lamp reading="wait" />
          <div>
            {look.doubts.map((doubt) => (
              <p key={doubt}>{doubt}</p>
            ))}
          </div>
        </div>
      )}
      <LookTable look={look} isLooking={isLooking} />
    </>
  );
}
