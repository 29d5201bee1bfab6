import { type ReactNode, useId, useState } from "react";
import type { OpenFile } from "@/components/contact-import/state/open-list";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Notice } from "@/components/ui/page/notice";
import { fitClass, fitHeadClass } from "@/components/ui/page/table-class";
import type { EncodingSample, Preview } from "@/lib/contacts/engine";
import {
  columnWords,
  differencesOf,
  formatMessage,
  hiddenMessage,
  otherLists,
  whySheet,
} from "@/lib/contacts/messages/file-messages";
import { type Encoding, encodingNames } from "@/lib/contacts/plan";
import { countOf, formatBytes, formatCount } from "@/lib/format/format-count";
import { FormatChoice, type FormatChoiceProps } from "./format-choice";
import { FileCaption, TableBox } from "./table-box";

export type FileReadingProps = OpenFile & Pick<FormatChoiceProps, "onFormat" | "onSheet">;

/** How the file is read. The choices and the first rows are folded while nothing speaks against it. */
export function FileReading(props: FileReadingProps) {
  const { file, format, preview, isPreviewLoading, book, encodings, onFormat, onSheet } = props;
  const [pressed, setPressed] = useState<{ file: File; isOpen: boolean }>();
  const foldId = useId();
  const doubts = doubtsIn(props);
  const isOpen = pressed?.file === file ? pressed.isOpen : !isReadSure(props);
  // A choice that a person changed stays open, even if it fits then.
  const changing = (act: () => void) => {
    setPressed({ file, isOpen: true });
    act();
  };
  return (
    <>
      <p>
        Read as {formatMessage(format, book)}.{" "}
        <LinkButton aria-expanded={isOpen} aria-controls={foldId} onClick={() => setPressed({ file, isOpen: !isOpen })}>
          {isOpen ? "Hide the first rows" : "Change"}
          {!isOpen && <span className="sr-only"> how the file is read, and see its first rows</span>}
        </LinkButton>
      </p>
      {doubts.length > 0 && (
        <Notice tone="wait">
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </Notice>
      )}
      {isOpen && (
        <div id={foldId} className="grid grid-cols-1 gap-3">
          <FormatChoice
            {...{ format, book }}
            onFormat={(next) => changing(() => onFormat(next))}
            onSheet={(sheet) => changing(() => onSheet(sheet))}
          />
          {encodings && (
            <EncodingOffer
              encodings={encodings}
              now={format.encoding}
              onTake={(encoding) => changing(() => onFormat({ ...format, encoding }))}
            />
          )}
          <PreviewTable preview={preview} isLoading={isPreviewLoading} />
        </div>
      )}
    </>
  );
}

function doubtsIn({ book, preview }: OpenFile): string[] {
  const hidden = `${hiddenMessage(preview.hiddenRows)} They are not uploaded unless you choose to.`;
  return [book ? whySheet(book) : "", preview.hiddenRows > 0 ? hidden : "", ...preview.doubts].filter(Boolean);
}

/** No doubt about how the file is read. */
function isReadSure(list: OpenFile): boolean {
  const { preview, book, encodings, isEncodingSure } = list;
  const hasRows = preview.rows.length > 0 && preview.columns.length > 1;
  const isOnly = !book || otherLists(book).length === 0;
  return hasRows && isOnly && doubtsIn(list).length === 0 && (!encodings || isEncodingSure === true);
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
