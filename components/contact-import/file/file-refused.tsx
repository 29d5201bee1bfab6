import type { RefusedFile } from "@/components/contact-import/state/import-state";
import { StepHeading } from "@/components/contact-import/step-page";
import { Notice } from "@/components/ui/page/notice";
import { sectionClass } from "@/components/ui/page/section";
import { formatMessage } from "@/lib/contacts/messages/file-messages";
import { FormatChoice, type FormatChoiceProps, SheetChoice } from "./format-choice";
import { EncodingOffer, FileName } from "./reading";

type FileRefusedProps = RefusedFile & Pick<FormatChoiceProps, "onFormat" | "onSheet">;

export function FileRefused({ file, refusal, format, book, onFormat, onSheet }: FileRefusedProps) {
  const isQuestion = refusal.encodings !== undefined || (book !== undefined && book.sheets.length > 1);
  return (
    <div className={`${sectionClass} grid flex-1 content-start gap-3.5`}>
      <StepHeading>{isQuestion ? "Check the file" : "Choose another file"}</StepHeading>
      <Notice
        tone={isQuestion ? "wait" : "fault"}
        title={
          isQuestion
            ? refusal.encodings
              ? "Check the text encoding"
              : "Choose a sheet"
            : `${file.name} cannot be read`
        }
        role="alert"
      >
        <p>{refusal.sentence}</p>
      </Notice>
      {refusal.encodings && format && (
        <EncodingOffer
          encodings={refusal.encodings}
          now={undefined}
          onTake={(encoding) => onFormat({ ...format, encoding })}
        />
      )}
      {book && <SheetChoice book={book} onSheet={onSheet} />}
      {!book && format && (
        <>
          <FileName file={file}>Tried: {formatMessage(format)}.</FileName>
          <FormatChoice format={format} onFormat={onFormat} onSheet={onSheet} />
        </>
      )}
    </div>
  );
}
