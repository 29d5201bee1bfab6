"use client";

import { Lamp } from "@/components/ui/status-icon";
import { EncodingOffer } from "./encoding-offer";
import { FileName } from "./file-name";
import type { FileState } from "./file-state";
import { formatWords, hiddenWords, whySheet } from "./file-words";
import { FormatChoice, type FormatChoiceProps } from "./format-choice";
import { LookTable } from "./look-table";
import { OtherSheets } from "./other-sheets";

type FileOpenProps = Extract<FileState, { step: "open" }> &
  Pick<FormatChoiceProps, "sendsHidden" | "onFormat" | "onSheet" | "onSendsHidden">;

/** What was found in the file, all of it changeable, and the rows that follow from it. */
export function FileOpen({ file, format, look, isLooking, book, encodings, onSheet, ...choices }: FileOpenProps) {
  const doubts = [
    ...(book ? [whySheet(book)] : []),
    ...(look.hiddenRows > 0 ? [hiddenRowsWords(look.hiddenRows, choices.sendsHidden)] : []),
    ...look.doubts,
  ].filter(Boolean);
  return (
    <>
      <FileName file={file}>Found: {formatWords(format, book)}.</FileName>
      <FormatChoice {...{ format, book, onSheet }} {...choices} hiddenRows={look.hiddenRows} />
      {encodings && (
        <EncodingOffer
          key={format.encoding}
          encodings={encodings}
          now={format.encoding}
          onTake={(encoding) => choices.onFormat({ ...format, encoding })}
        />
      )}
      {doubts.length > 0 && (
        <div className="notice wait">
          <Lamp reading="wait" />
          <div>
            {doubts.map((doubt) => (
              <p key={doubt}>{doubt}</p>
            ))}
          </div>
        </div>
      )}
      {book && <OtherSheets book={book} onSheet={onSheet} />}
      <LookTable look={look} isLooking={isLooking} />
    </>
  );
}

const hiddenRowsWords = (count: number, isSent: boolean | undefined) =>
  `${hiddenWords(count)} ${isSent ? "You chose to upload them too." : "They are not uploaded unless you choose so."}`;
