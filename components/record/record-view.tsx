import { type ComponentProps, type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { SearchField } from "@/components/ui/fields/search-field";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { JsonViewer } from "@/components/ui/json/json-viewer";
import { countOf } from "@/lib/format/format-count";
import { stringifyJson } from "@/lib/format/json";
import { findRows, flattenRecord, isEmptyRow, pathId } from "./flatten-record";
import { RecordRows } from "./record-rows";
import type { LinkFor, StatusFor } from "./record-value";

export type RecordViewProps = {
  value: unknown;
  /** Names the record for a screen reader: "Call". */
  label: string;
  linkFor?: LinkFor;
  statusFor?: StatusFor;
  /** Leaves out the finder and the Fields | JSON choice. */
  isBare?: boolean;
  /** Fields that came empty stand last, folded to one line. */
  foldsEmpty?: boolean;
};

const views = [
  { value: "fields", label: "Fields" },
  { value: "json", label: "JSON" },
] as const;

/** A record of any shape: every field in the order it was sent. */
export function RecordView({ value, label, linkFor, statusFor, isBare = false, foldsEmpty = false }: RecordViewProps) {
  const [shown, setShown] = useState<View>("fields");
  const [text, setText] = useState("");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(text);
  const rows = useMemo(() => flattenRecord(value, opened), [value, opened]);
  const found = useMemo(() => findRows(rows, wanted), [rows, wanted]);

  if (value === null) return <p className="px-(--gutter) py-3 text-sm/[17px] text-ink-3">The answer is empty.</p>;

  const toggle = (path: readonly string[]) => {
    const id = pathId(path);
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };

  return (
    <div>
      {!isBare && (
        <div className="flex flex-wrap items-center gap-2 px-(--gutter) py-[9px] print:hidden">
          {shown === "fields" && (
            <FieldFinder text={text} onType={setText}>
              {wanted.trim() === "" ? count(rows.length) : `${found.length} of ${count(rows.length)}`}
            </FieldFinder>
          )}
          <ViewChoice value={value} shown={shown} onShow={setShown} />
        </div>
      )}
      {shown === "json" ? (
        <div data-slot="record" className="px-(--gutter) pb-4">
          <JsonViewer value={value} label={`${label} as JSON`} />
        </div>
      ) : (
        <FoldedRows
          {...{ label, linkFor, statusFor }}
          rows={found}
          foldsEmpty={foldsEmpty && wanted.trim() === ""}
          onFold={toggle}
        />
      )}
    </div>
  );
}

type FieldFinderProps = { text: string; onType: (text: string) => void; children: ReactNode };

function FieldFinder({ text, onType, children }: FieldFinderProps) {
  return (
    <>
      <SearchField
        className="w-[212px]"
        label="Find a field"
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <span className="text-sm/[17px] text-ink-3" role="status">
        {children}
      </span>
    </>
  );
}

type View = (typeof views)[number]["value"];

function ViewChoice({ value, shown, onShow }: { value: unknown; shown: View; onShow: (view: View) => void }) {
  return (
    <span className="ml-auto flex items-center gap-2">
      <CopyButton size="small" variant="bare" text={() => stringifyJson(value, 2)} name="the JSON">
        Copy JSON
      </CopyButton>
      <SegmentedControl label="Show as" load={JsonViewer.load} small options={views} value={shown} onChange={onShow} />
    </span>
  );
}

type FoldedRowsProps = ComponentProps<typeof RecordRows> & { foldsEmpty: boolean };

/** Empty fields come last, collapsed to one line. */
function FoldedRows({ rows, foldsEmpty, ...shared }: FoldedRowsProps) {
  const filled = foldsEmpty ? rows.filter((row) => !isEmptyRow(row)) : rows;
  const empty = foldsEmpty ? rows.filter(isEmptyRow) : [];
  return (
    <>
      {(filled.length > 0 || empty.length === 0) && <RecordRows rows={filled} {...shared} />}
      {empty.length > 0 && (
        <details>
          <summary className="border-b border-rule px-(--gutter) py-1.5 text-ink-3 wrap-anywhere">
            {countOf(empty.length, "empty field")}: {empty.map(({ path }) => path.join(".")).join(", ")}
          </summary>
          <RecordRows rows={empty} {...shared} />
        </details>
      )}
    </>
  );
}

const count = (fields: number) => countOf(fields, "field");
