import { type ReactNode, useEffect } from "react";
import type { OpenFile } from "@/components/contact-import/state/open-list";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { useAnnounce } from "@/components/ui/page/live-region";
import { Notice } from "@/components/ui/page/notice";
import { fitClass, fitHeadClass } from "@/components/ui/page/table-class";
import type { EncodingSample, Preview } from "@/lib/contacts/engine";
import {
  columnWords,
  differencesOf,
  formatMessage,
  hiddenMessage,
  whySheet,
} from "@/lib/contacts/messages/file-messages";
import { type Encoding, encodingNames } from "@/lib/contacts/plan";
import { countOf, formatBytes, formatCount } from "@/lib/format/format-count";
import { FormatChoice, type FormatChoiceProps } from "./format-choice";
import { FileCaption, TableBox } from "./table-box";

type FileOpenProps = OpenFile & Pick<FormatChoiceProps, "onFormat" | "onSheet">;

export function FileOpen({
  file,
  format,
  preview,
  isPreviewLoading,
  book,
  encodings,
  onFormat,
  onSheet,
}: FileOpenProps) {
  const announce = useAnnounce();
  const announcement = isPreviewLoading
    ? ""
    : `${file.name}: ${formatMessage(format, book)}, ${countOf(preview.columns.length, "column")}${preview.hiddenRows > 0 ? `. ${hiddenMessage(preview.hiddenRows)}` : ""}`;
  useEffect(() => {
    if (announcement) announce(announcement);
  }, [announce, announcement]);
  const doubts = [
    ...(book ? [whySheet(book)] : []),
    ...(preview.hiddenRows > 0
      ? [`${hiddenMessage(preview.hiddenRows)} They are not uploaded unless you choose to.`]
      : []),
    ...preview.doubts,
  ].filter(Boolean);
  return (
    <>
      <FileName file={file}>Found: {formatMessage(format, book)}.</FileName>
      <FormatChoice {...{ format, book, onFormat, onSheet }} />
      {encodings && (
        <EncodingOffer
          encodings={encodings}
          now={format.encoding}
          onTake={(encoding) => onFormat({ ...format, encoding })}
        />
      )}
      {doubts.length > 0 && (
        <Notice tone="wait">
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </Notice>
      )}
      <PreviewTable preview={preview} isLoading={isPreviewLoading} />
    </>
  );
}

function PreviewTable({ preview, isLoading }: { preview: Preview; isLoading: boolean }) {
  const width = Math.max(preview.columns.length, ...preview.rows.map(({ cells }) => cells.length));
  const columnIndexes = Array.from({ length: width }, (_, index) => index);
  return (
    <TableBox kind="preview" label="First rows" isBusy={isLoading}>
      <FileCaption>
        {preview.rows.length === 0
          ? "No rows below this header"
          : `The first ${countOf(preview.rows.length, "row")}, ${countOf(preview.columns.length, "column")}`}
      </FileCaption>
      <thead>
        <tr>
          <th scope="col" className={`text-right ${fitHeadClass}`}>
            Row
          </th>
          {columnIndexes.map((index) => (
            <th scope="col" key={index}>
              {index < preview.columns.length ? columnWords(preview.columns[index], index) : "no column"}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {preview.rows.map(({ row, cells, isHidden }) => (
          <tr key={row}>
            <th scope="row" className={`text-right ${fitClass}`}>
              {formatCount(row)}
              {isHidden && " hidden"}
            </th>
            {columnIndexes.map((index) => (
              <Cell key={index} text={cells[index]} />
            ))}
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

function Cell({ text }: { text: string | undefined }) {
  if (!text?.trim()) return <td className="text-ink-3">{text === undefined ? "not there" : "empty"}</td>;
  return <td title={text}>{text}</td>;
}

export function FileName({ file, children }: { file: File; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[16px_fit-content(calc(100%_-_100px))_minmax(0,1fr)] items-baseline gap-x-2">
      <Icon name="file" className="mt-0.5 self-start text-ink-2" />
      <h3 className="font-semibold wrap-anywhere">{file.name}</h3>
      <span className="whitespace-nowrap text-ink-3">{formatBytes(file.size)}</span>
      <p className="col-[2/-1] text-ink-2">{children}</p>
    </div>
  );
}

type EncodingOfferProps = {
  /** Most likely first. */
  encodings: readonly EncodingSample[];
  /** The encoding in use; undefined if none is chosen yet. */
  now: Encoding | undefined;
  onTake: (encoding: Encoding) => void;
};

/** The lines that other encodings would change. Only a person can judge which names are right. */
export function EncodingOffer({ encodings, now, onTake }: EncodingOfferProps) {
  const taken = encodings.find(({ encoding }) => encoding === now);
  const others = encodings.filter((sample) => sample !== taken).slice(0, shownEncodings);
  if (encodings.length === 0)
    return <p className="text-sm/[17px] text-ink-3">No known encoding fits this file. Save it as CSV UTF-8.</p>;
  return (
    <section className="grid gap-2.5" aria-label="Encodings">
      {now && <p>Read as {encodingNames[now]}. Other encodings would change these lines:</p>}
      <ul className="grid gap-2.5">
        {others.map((other) => (
          <li
            key={other.encoding}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-2 border border-rule px-3 py-2 max-narrow:grid-cols-[minmax(0,1fr)]"
          >
            <ul>
              {differencesOf(taken, other).map((line) => (
                <li key={line.row} className="flex flex-wrap gap-x-2 wrap-anywhere">
                  <span className="text-ink-3">Row {formatCount(line.row)}</span>
                  {taken && (
                    <>
                      <Marked text={line.now} />
                      <Icon name="right" small className="mt-1.5" />
                      <span className="sr-only">becomes</span>
                    </>
                  )}
                  <Marked text={line.other} />
                </li>
              ))}
            </ul>
            <Button size="small" onClick={() => onTake(other.encoding)}>
              Read it as {encodingNames[other.encoding]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All others are in the select of encodings. */
const shownEncodings = 3;

function Marked({ text }: { text: string }) {
  const parts = [...text.matchAll(/[^\u0080-\uffff]+|[\u0080-\uffff]+/g)];
  return (
    <span className="min-w-0">
      {parts.map(({ 0: part, index }) =>
        part > "\u007f" ? (
          <mark key={index} className="rounded-1 bg-wait-wash font-semibold text-wait-ink">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </span>
  );
}
