import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { PhoneNumber as PhoneText } from "@/components/record/phone-number";
import { Link, TextLink } from "@/components/ui/buttons/link";
import { sectionHeadClass } from "@/components/ui/page/section";
import type { Assistant } from "@/lib/contract/api/assistants";
import type { AssistantNumber, AssistantNumbers } from "@/lib/contract/console/assistant-numbers";
import { formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { textIn } from "@/lib/format/json";
import { AssistantCard, ConnectorEnd } from "./assistant-card";
import { NumbersRead } from "./numbers-read";

const ROW_HEIGHT = 44;

const FIRST_ROW_Y = 68;

const CARD_END_Y = 122;

const MIN_HEIGHT = 212;

const CONNECTOR_WIDTH = 132;

type AssistantDiagramProps = { id: string; assistant: Assistant; numbers: ReadQuery<AssistantNumbers> };

export function AssistantDiagram({ id, assistant, numbers }: AssistantDiagramProps) {
  const lines = diagramLines(numbers.data?.value);
  return (
    <div className="relative grid grid-cols-[minmax(250px,308px)_132px_minmax(0,1fr)] items-stretch border-t border-rule max-mid:grid-cols-[236px_56px_minmax(0,1fr)] max-narrow:grid-cols-1">
      <section className="min-w-0 pt-3.5 pb-4 pl-(--gutter) max-narrow:pr-4" aria-labelledby="assistant-numbers">
        <div className={`mb-2 ${sectionHeadClass}`}>
          <h2 id="assistant-numbers">Numbers on this assistant</h2>
        </div>
        <QueryView query={numbers} label="phone numbers">
          {({ value }) => (
            <>
              <NumberLines id={id} lines={lines} />
              {value.count === 0 && value.is_whole && (
                <p className="text-ink-2">No phone number uses this assistant.</p>
              )}
              {!value.is_whole && (
                <p className="text-sm/[17px] text-ink-3">
                  <NumbersRead list={value} />.
                </p>
              )}
            </>
          )}
        </QueryView>
      </section>
      <Connectors kinds={lines.kinds} />
      <AssistantCard assistant={assistant} hasConnectors={lines.shown.length > 0} />
    </div>
  );
}

const connectorStyles = { solid: "", dotted: "stroke-edge [stroke-dasharray:1_6]", thick: "stroke-6" };

function Connectors({ kinds }: { kinds: ReturnType<typeof diagramLines>["kinds"] }) {
  const height = diagramHeight(kinds.length);
  return (
    <svg
      className="w-full overflow-visible fill-none stroke-accent stroke-[2.5] [stroke-linecap:round] max-narrow:hidden"
      viewBox={`0 0 ${CONNECTOR_WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {connectorsOf(kinds).map(({ path, kind }) => (
        <path key={path} className={connectorStyles[kind]} d={path} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

function NumberLines({ id, lines }: { id: string; lines: DiagramLines }) {
  const { shown, more } = lines;
  if (shown.length === 0) return <span />;
  return (
    <ul>
      {shown.map((number) => (
        <NumberLine key={number.ref} isOff={number.status !== "active"}>
          <Link
            className="hover:underline hover:underline-offset-[3px] [&>span]:block [&>span]:overflow-hidden [&>span]:leading-[18px] [&>span]:text-ellipsis"
            href={`/phone-numbers?${new URLSearchParams({ number: number.id || number.phone_number || "" })}`}
          >
            <PhoneText number={number.phone_number || number.id} />
          </Link>
          <small className="block min-w-0 truncate text-sm text-ink-3">{lineMessage(number)}</small>
        </NumberLine>
      ))}
      {more > 0 && (
        <NumberLine>
          <TextLink href={`/phone-numbers?${new URLSearchParams({ assistant: id })}`}>
            and {formatCount(more)} more
          </TextLink>
        </NumberLine>
      )}
    </ul>
  );
}

function NumberLine({ isOff = false, children }: { isOff?: boolean; children: ReactNode }) {
  return (
    <li className="relative grid h-11 print:h-auto print:min-h-11 grid-cols-[minmax(0,1fr)_13px] items-center gap-x-3 border-t border-rule">
      <span className="min-w-0">{children}</span>
      <ConnectorEnd isOff={isOff} />
    </li>
  );
}

const lineMessage = ({ friendly_name, status }: AssistantNumber) =>
  [textIn(friendly_name) && formatRaw(friendly_name), status === null ? "no status" : formatRaw(status)]
    .filter(Boolean)
    .join(", ");

type DiagramLines = { shown: readonly AssistantNumber[]; more: number; kinds: Connector["kind"][] };

/** The listed numbers have their own connectors: solid if active, else dotted. The rest share a thick one. */
export function diagramLines(numbers: Pick<AssistantNumbers, "data" | "count"> | undefined): DiagramLines {
  const shown = numbers?.data ?? [];
  const more = (numbers?.count ?? 0) - shown.length;
  const kinds: Connector["kind"][] = shown.map(({ status }) => (status === "active" ? "solid" : "dotted"));
  return { shown, more, kinds: more > 0 ? [...kinds, "thick"] : kinds };
}

type Connector = { path: string; kind: "solid" | "dotted" | "thick" };

export const diagramHeight = (rows: number) => Math.max(MIN_HEIGHT, FIRST_ROW_Y + rows * ROW_HEIGHT);

export function connectorsOf(kinds: readonly Connector["kind"][]): Connector[] {
  return kinds.map((kind, index) => ({ kind, path: connectorPath(FIRST_ROW_Y + index * ROW_HEIGHT) }));
}

function connectorPath(y: number): string {
  const isBelow = y > CARD_END_Y;
  const startY = isBelow ? y + 20 : y;
  const endY = isBelow ? CARD_END_Y + Math.round((y - CARD_END_Y) * 0.6) + 44 : CARD_END_Y + 32;
  return `M0 ${y}C40 ${startY} ${isBelow ? 88 : 56} ${endY} ${CONNECTOR_WIDTH} ${CARD_END_Y}`;
}
