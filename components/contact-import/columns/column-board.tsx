import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { Column } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import type { Mapping } from "@/lib/contacts/plan";
import { countOf } from "@/lib/format/format-count";

type ColumnBoardProps = {
  columns: readonly Column[];
  joins: readonly Join[];
  /** A column is mapped, so that it is clear what the others are. */
  isMatched: boolean;
  /** The cards of fields, to which the columns are joined. */
  children: ReactNode;
};

/** The columns of the file with their first values, joined to the fields beside them. */
export function ColumnBoard({ columns, joins, isMatched, children }: ColumnBoardProps) {
  const joined = useMemo(() => new Set(joins.map(({ column }) => column)), [joins]);
  return (
    <div className="relative grid max-w-270 grid-cols-[minmax(0,1fr)_132px_minmax(0,1fr)] items-start px-(--gutter) pt-3 pb-5 max-narrow:grid-cols-[minmax(0,1fr)] max-narrow:gap-4">
      <ColumnConnectors joins={joins} />
      <div className="col-start-3 row-start-1 grid min-w-0 gap-4 max-narrow:col-start-1">{children}</div>
      <div className="row-start-1 min-w-0 max-narrow:row-start-2">
        <ColumnList columns={columns} joined={joined} />
        {isMatched && <NotSent columns={columns} joined={joined} />}
      </div>
    </div>
  );
}

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

const endClasses = {
  on: "border-accent bg-[radial-gradient(circle,var(--accent)_0_2.5px,var(--sheet)_3px)]",
  off: "border-edge bg-[radial-gradient(circle,var(--edge)_0_2.5px,var(--sheet)_3px)]",
};

type ConnectorEndProps = { isOff: boolean; className: string; "data-column"?: number; "data-connector-end"?: string };

export function ConnectorEnd({ isOff, className, ...dataAttributes }: ConnectorEndProps) {
  return (
    <span
      className={`absolute size-[13px] rounded-full border-2 max-narrow:hidden ${endClasses[isOff ? "off" : "on"]} ${className}`}
      {...dataAttributes}
    />
  );
}

type Point = { x: number; y: number };

/** A connector from a column, by its index, to the end of a field. */
export type Join = { column: number; end: string; isGuess: boolean };

export const phoneEnd = "phone";
export const secondPhoneEnd = "phone-2";
export const countryEnd = "country";
export const nameEnd = (index: number) => `name-${index}`;

/** One connector for every mapped column. A column mapped to both fields has two. */
export function joinsOf(mapping: Mapping, isGuess: { phone: boolean; name: boolean }): Join[] {
  const phone = mapping.phone < 0 ? [] : [{ column: mapping.phone, end: phoneEnd, isGuess: isGuess.phone }];
  const parts = [
    { column: mapping.fallback, end: secondPhoneEnd },
    { column: mapping.area, end: phoneEnd },
    { column: mapping.country, end: countryEnd },
  ].flatMap(({ column, end }) => (column === undefined ? [] : [{ column, end, isGuess: end !== secondPhoneEnd }]));
  const names = mapping.name.map((column, index) => ({ column, end: nameEnd(index), isGuess: isGuess.name }));
  return [...phone, ...names, ...parts];
}

const minSag = 6;
const maxSag = 34;

/** SVG path of a connector. It sags more the larger the vertical distance is, up to a limit. */
function connectorPath(from: Point, to: Point): string {
  const third = Math.round((to.x - from.x) * 0.38);
  const sag = Math.round(Math.min(maxSag, minSag + Math.abs(to.y - from.y) * 0.16));
  const start = `${round(from.x)} ${round(from.y)}`;
  const leave = `${round(from.x + third)} ${round(from.y + sag)}`;
  const arrive = `${round(to.x - third)} ${round(to.y + sag)}`;
  return `M${start}C${leave} ${arrive} ${round(to.x)} ${round(to.y)}`;
}

const round = (length: number) => Math.round(length * 10) / 10;

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
