import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { StepBar, StepHeading } from "@/components/contact-import/step-page";
import { CountryCard, type CountryCardProps } from "@/components/list-file/country-card";
import { Check } from "@/components/preflight/check";
import { Button } from "@/components/ui/buttons/button";
import type { Column, GroupReport, Preview } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { guessesIn, numberNotes, whyNotChecked } from "@/lib/contacts/messages/mapping-messages";
import type { Mapping } from "@/lib/contacts/plan";
import { countOf } from "@/lib/format/format-count";
import { ConsentCard, consentEnd } from "./consent-card";
import { ConnectorEnd, connectorPath, countryEnd, FieldCards, type Join, joinsOf, type Point } from "./field-cards";
import { type ConsentInput, useConsent } from "./use-consent";

export type ColumnsStepProps = Omit<CountryCardProps, "column"> & {
  preview: Preview;
  mapping: Mapping;
  isNameless: boolean;
  onMapping: (mapping: Mapping) => void;
  onNameless: () => void;
  onContinue: () => void;
  consent: ConsentInput;
  /** Rows with a cell that says not to call; undefined without any, or before the list was read. */
  refusals: GroupReport | undefined;
};

export function ColumnsStep(props: ColumnsStepProps) {
  const {
    preview,
    mapping,
    isNameless,
    onMapping,
    onNameless,
    onContinue,
    consent: consentInput,
    refusals,
    ...country
  } = props;
  const consent = useConsent(consentInput);
  const asked = consent.questions.map(({ column }) => column).join();
  const joins = useMemo(
    () => [...joinsOf(mapping, guessesIn(preview, mapping)), ...asked.split(",").filter(Boolean).map(consentJoin)],
    [preview, mapping, asked],
  );
  const joined = useMemo(() => new Set(joins.map(({ column }) => column)), [joins]);

  return (
    <>
      <div className="flex-1 border-t border-rule">
        <div className="px-(--gutter) pt-3.5">
          <StepHeading>Match columns</StepHeading>
          <p className="text-ink-2">
            {joins.some(({ isGuess }) => isGuess)
              ? preview.isRemembered
                ? "In this browser, an earlier list with these columns was read like this. Check the values."
                : "Columns marked as a guess may be wrong. Check their values."
              : "Each contact is uploaded as a number and a name."}
          </p>
        </div>
        <div className="relative grid max-w-270 grid-cols-[minmax(0,1fr)_132px_minmax(0,1fr)] items-start px-(--gutter) pt-3 pb-5 max-narrow:grid-cols-[minmax(0,1fr)] max-narrow:gap-4">
          <ColumnConnectors joins={joins} />
          <div className="col-start-3 row-start-1 grid min-w-0 gap-4 max-narrow:col-start-1">
            <FieldCards {...{ preview, mapping, isNameless, onMapping, onNameless }} />
            <ConsentCard columns={preview.columns} consent={consent} refusals={refusals} />
            <NumberNotes preview={preview} mapping={mapping} />
            <div className="relative">
              {mapping.country !== undefined && (
                <ConnectorEnd isOff={false} className="top-4 -left-2 z-1 bg-sheet" data-connector-end={countryEnd} />
              )}
              <CountryCard {...country} column={preview.columns[mapping.country ?? -1]?.name} />
            </div>
          </div>
          <div className="row-start-1 min-w-0 max-narrow:row-start-2">
            <ColumnList columns={preview.columns} joined={joined} />
            {mapping.phone >= 0 && <NotSent columns={preview.columns} joined={joined} />}
          </div>
        </div>
      </div>
      <StepBar
        label="Check the list"
        whyNot={whyNotChecked(mapping, isNameless) ?? consent.whyNot}
        onContinue={() => {
          consent.confirm();
          onContinue();
        }}
      >
        Checks the whole file in this browser. Nothing is uploaded.
      </StepBar>
    </>
  );
}

/** Extensions, labels and further numbers in columns that are not sent. */
function NumberNotes({ preview, mapping }: { preview: Preview; mapping: Mapping }) {
  const notes = numberNotes(preview, mapping);
  if (notes.length === 0) return undefined;
  return (
    <ul className="rounded-2 border border-rule-2" aria-label="Other columns about the numbers">
      {notes.map(({ tone, text }) => (
        <Check key={text} tone={tone}>
          {text}
        </Check>
      ))}
    </ul>
  );
}

const consentJoin = (column: string): Join => ({
  column: Number(column),
  end: consentEnd(Number(column)),
  isGuess: false,
});

/** Lists every unmapped column by name, so that no column is dropped silently. */
function NotSent({ columns, joined }: { columns: readonly Column[]; joined: ReadonlySet<number> }) {
  const unused = columns.map((column, index) => ({ column, index })).filter(({ index }) => !joined.has(index));
  return (
    <section className="mt-5" aria-label="Unused columns">
      <ColumnsHeading>
        {unused.length === 0 ? "All columns are used" : "Left out: the platform accepts only two columns."}
      </ColumnsHeading>
      <ul className="flex flex-wrap gap-x-2.5 gap-y-0.5 text-ink-2">
        {unused.map(({ column, index }) => (
          <li key={index} className="wrap-anywhere">
            {columnWords(column, index)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ColumnsHeading({ children }: { children: ReactNode }) {
  return <h3 className="mb-1.5 text-sm font-medium text-ink-2">{children}</h3>;
}

function ColumnConnectors({ joins }: { joins: readonly Join[] }) {
  const drawing = useRef<SVGSVGElement>(null);
  const [connectors, setConnectors] = useState<readonly Connector[]>([]);

  useLayoutEffect(() => {
    const board = drawing.current?.parentElement;
    if (!board) return;
    const draw = () => setConnectors(joins.flatMap((join) => connectorsIn(board, join)));
    const observer = new ResizeObserver(draw);
    for (const part of [board, ...board.children]) observer.observe(part);
    draw();
    return () => observer.disconnect();
  }, [joins]);

  return (
    <svg
      ref={drawing}
      className="pointer-events-none absolute inset-0 size-full overflow-visible fill-none stroke-accent stroke-[2.5] [stroke-linecap:round] max-narrow:hidden forced-colors:stroke-[CanvasText]"
      aria-hidden="true"
    >
      {connectors.map(({ key, path, isGuess }) => (
        <path key={key} className={isGuess ? "[stroke-dasharray:1_6]" : undefined} d={path} />
      ))}
    </svg>
  );
}

type Connector = { key: string; path: string; isGuess: boolean };

function connectorsIn(board: Element, { column, end, isGuess }: Join): Connector[] {
  const from = board.querySelector(`[data-column="${column}"]`);
  const to = board.querySelector(`[data-connector-end="${end}"]`);
  if (!from || !to) return [];
  const origin = board.getBoundingClientRect();
  return [{ key: `${column} ${end}`, path: connectorPath(middleOf(from, origin), middleOf(to, origin)), isGuess }];
}

function middleOf(connection: Element, origin: Point): Point {
  const { x, y, width, height } = connection.getBoundingClientRect();
  return { x: x + width / 2 - origin.x, y: y + height / 2 - origin.y };
}

const maxShown = 10;

type ColumnListProps = { columns: readonly Column[]; joined: ReadonlySet<number> };

function ColumnList({ columns, joined }: ColumnListProps) {
  const [isAll, setIsAll] = useState(columns.length <= maxShown);
  const shown = columns
    .map((column, index) => ({ column, index, isJoined: joined.has(index) }))
    .filter(({ index, isJoined }) => isAll || index < maxShown || isJoined);

  return (
    <section aria-label="Columns of the file">
      <ColumnsHeading>{countOf(columns.length, "column")} in the file</ColumnsHeading>
      <ul>
        {shown.map(({ column, index, isJoined }) => (
          <li
            key={index}
            className="relative min-h-13 border-t border-rule pt-[7px] pr-6.5 pb-2 last:border-b max-narrow:pr-0"
          >
            <b className={`block font-[550] wrap-anywhere ${column.name.trim() ? "" : "text-ink-3"}`}>
              {columnWords(column, index)}
            </b>
            <small className="flex min-w-0 gap-x-3.5 text-sm text-ink-3">
              {column.samples.length === 0
                ? "no values in the first rows"
                : column.samples.map((sample, sampleIndex) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: samples may repeat and never move
                    <span className="min-w-0 truncate" key={sampleIndex}>
                      {sample}
                    </span>
                  ))}
            </small>
            <ConnectorEnd isOff={!isJoined} className="top-[calc(50%-7px)] right-0" data-column={index} />
          </li>
        ))}
      </ul>
      {!isAll && (
        <Button size="small" className="mt-2.5" onClick={() => setIsAll(true)}>
          Show all {columns.length} columns
        </Button>
      )}
    </section>
  );
}
