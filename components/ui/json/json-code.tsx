import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Icon } from "@/components/ui/buttons/icon";
import type { LongListProps } from "@/components/ui/page/windowed-list";
import { codeBlockClass } from "./code-block";
import type { JsonLine, JsonTokenKind } from "./json-lines";

export type JsonCodeProps = {
  label: string;
  isWrapped: boolean;
  lines: readonly JsonLine[];
  shown: readonly number[];
  folded: ReadonlySet<number>;
  matches: readonly number[];
  currentLine: number | undefined;
  onToggle: (line: number) => void;
};

const LONG_ABOVE = 5_000;
const SERVED_LINES = 80;
const LINE_HEIGHT = 19;

export function JsonCode(props: JsonCodeProps) {
  const { label, isWrapped, shown, currentLine } = props;
  const hits = useMemo(() => new Set(props.matches), [props.matches]);
  const lines: LongListProps["lines"] = (indexes, measure) =>
    indexes.map((index) => {
      const lineIndex = shown[index] ?? 0;
      return <CodeLine key={lineIndex} {...props} lineIndex={lineIndex} index={index} hits={hits} measure={measure} />;
    });
  const box = {
    className: boxClass,
    "data-wrap": isWrapped || undefined,
    "aria-label": label,
    tabIndex: 0,
    translate: "no",
  } as const;
  const indexes = shown.map((_, index) => index);
  if (shown.length <= LONG_ABOVE) return <AllLines box={box} currentLine={currentLine} lines={lines(indexes)} />;
  const first = lines(indexes.slice(0, SERVED_LINES));
  const scrollIndex = currentLine === undefined ? -1 : shown.indexOf(currentLine);
  const scrollTo = scrollIndex >= 0 ? scrollIndex : undefined;
  return (
    <LongList ids={shown} lineHeight={LINE_HEIGHT} scrollToIndex={scrollTo} box={box} first={first} lines={lines} />
  );
}

type AllLinesProps = Pick<LongListProps, "box"> & { currentLine: number | undefined; lines: ReactNode };

function AllLines({ box, currentLine, lines }: AllLinesProps) {
  const scrolled = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = currentLine === undefined ? null : scrolled.current?.querySelector(`[data-line="${currentLine}"]`);
    line?.scrollIntoView({ block: "nearest" });
  }, [currentLine]);
  return (
    <section ref={scrolled} {...box}>
      {lines}
    </section>
  );
}

type CodeLineProps = Pick<JsonCodeProps, "isWrapped" | "lines" | "folded" | "currentLine" | "onToggle"> & {
  lineIndex: number;
  index: number;
  hits: ReadonlySet<number>;
  measure: ((element: Element | null) => void) | undefined;
};

function CodeLine({ lineIndex, index, measure, isWrapped, lines, folded, currentLine, hits, onToggle }: CodeLineProps) {
  const line = lines[lineIndex];
  const isFolded = folded.has(lineIndex);
  return (
    <div
      ref={measure}
      data-index={index}
      data-line={lineIndex}
      className={`flex min-h-[19px] min-w-full pr-3.5 ${isWrapped ? "w-auto" : "w-max"} ${lineIndex === currentLine ? currentLineClass : hits.has(lineIndex) ? "bg-wait-wash" : ""}`}
    >
      {line?.end === undefined ? (
        <span className={foldClass} />
      ) : (
        <button
          type="button"
          className={`group/fold hover:text-ink ${foldClass}`}
          tabIndex={-1}
          aria-expanded={!isFolded}
          aria-label={isFolded ? "Open" : "Fold"}
          onClick={() => onToggle(lineIndex)}
        >
          <Icon name="chev" small className="group-aria-expanded/fold:[transform:rotate(90deg)]" />
        </button>
      )}
      <span className="min-w-0 flex-1">
        {"  ".repeat(line?.depth ?? 0)}
        {line?.tokens.map((token, tokenIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line never move
          <span key={tokenIndex} className={tokenClasses[token.kind]}>
            {token.text}
          </span>
        ))}
        {isFolded && <span className="text-ink-3">{line?.folded}</span>}
      </span>
    </div>
  );
}

const boxClass = `max-h-[min(70vh,720px)] py-2.5 whitespace-pre data-wrap:wrap-anywhere data-wrap:whitespace-pre-wrap print:max-h-none print:overflow-visible ${codeBlockClass}`;

const currentLineClass = "bg-pick shadow-[inset_3px_0_0_var(--accent)]";

const foldClass = "grid h-[19px] w-[26px] flex-none place-items-center text-ink-3";

const tokenClasses: Record<JsonTokenKind, string> = {
  k: "text-accent",
  s: "text-ink",
  n: "text-[light-dark(oklch(0.5_0.12_40),oklch(0.8_0.1_50))]",
  p: "",
};

const LongList = deferred(
  async () => (await import("@/components/ui/page/windowed-list")).WindowedList,
  ({ box, first }: LongListProps) => <section {...box}>{first}</section>,
);
