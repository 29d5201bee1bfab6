"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { useStyle } from "@/components/ui/browser/use-style";
import { Icon } from "@/components/ui/buttons/icon";
import { codeBlockClass } from "./code-block";
import type { JsonLine, JsonTokenKind } from "./json-lines";

export type JsonCodeProps = {
  label: string;
  isWrapped: boolean;
  lines: readonly JsonLine[];
  shown: readonly number[];
  folded: ReadonlySet<number>;
  matches: readonly number[];
  here: number | undefined;
  onToggle: (line: number) => void;
};

const WINDOW_ABOVE = 5_000;
const SERVED_LINES = 80;
const LINE_HEIGHT = 19;

export function JsonCode(props: JsonCodeProps) {
  const { label, isWrapped } = props;
  const box = useRef<HTMLElement>(null);
  const hits = useMemo(() => new Set(props.matches), [props.matches]);
  const Lines = props.shown.length > WINDOW_ABOVE ? WindowedLines : AllLines;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={box} className={boxClass} data-wrap={isWrapped || undefined} aria-label={label} tabIndex={0}>
      <Lines {...props} box={box} hits={hits} />
    </section>
  );
}

type LinesProps = JsonCodeProps & { box: RefObject<HTMLElement | null>; hits: ReadonlySet<number> };

function AllLines({ box, ...props }: LinesProps) {
  const { here, shown } = props;
  useEffect(() => {
    if (here !== undefined) box.current?.querySelector(`[data-line="${here}"]`)?.scrollIntoView({ block: "nearest" });
  }, [box, here]);
  return shown.map((line) => <CodeLine key={line} at={line} {...props} />);
}

function WindowedLines({ box, ...props }: LinesProps) {
  const { shown, here } = props;
  const isMounted = useMounted();
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => shown[index] ?? index,
    overscan: 40,
  });

  useEffect(() => {
    const index = here === undefined ? -1 : shown.indexOf(here);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "center" });
  }, [here, shown, virtualizer]);

  const items = isMounted ? virtualizer.getVirtualItems() : [];
  const last = items.at(-1);
  if (!last) return shown.slice(0, SERVED_LINES).map((line) => <CodeLine key={line} at={line} {...props} />);
  return (
    <>
      <Gap height={items[0]?.start ?? 0} />
      {items.map((item) => (
        <CodeLine
          key={item.key}
          at={shown[item.index] ?? 0}
          index={item.index}
          measure={virtualizer.measureElement}
          {...props}
        />
      ))}
      <Gap height={virtualizer.getTotalSize() - last.end} />
    </>
  );
}

function Gap({ height }: { height: number }) {
  const ref = useStyle<HTMLDivElement>({ height: `${Math.max(0, height)}px` });
  return <div ref={ref} />;
}

type CodeLineProps = Pick<LinesProps, "isWrapped" | "lines" | "folded" | "here" | "hits" | "onToggle"> & {
  at: number;
  index?: number;
  measure?: (element: Element | null) => void;
};

function CodeLine({ at, index, measure, isWrapped, lines, folded, here, hits, onToggle }: CodeLineProps) {
  const line = lines[at];
  const isFolded = folded.has(at);
  return (
    <div
      ref={measure}
      data-index={index}
      data-line={at}
      className={`flex min-h-[19px] min-w-full pr-3.5 ${isWrapped ? "w-auto" : "w-max"} ${at === here ? hereClass : hits.has(at) ? "bg-wait-wash" : ""}`}
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
          onClick={() => onToggle(at)}
        >
          <Icon name="chev" small className="group-aria-expanded/fold:[transform:rotate(90deg)]" />
        </button>
      )}
      <span className="min-w-0 flex-1">
        {"  ".repeat(line?.depth ?? 0)}
        {line?.tokens.map((token, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line never move
          <span key={place} className={tokenClasses[token.kind]}>
            {token.text}
          </span>
        ))}
        {isFolded && <span className="text-ink-3">{line?.folded}</span>}
      </span>
    </div>
  );
}

const boxClass = `max-h-[min(70vh,720px)] py-2.5 whitespace-pre data-wrap:wrap-anywhere data-wrap:whitespace-pre-wrap print:max-h-none print:overflow-visible ${codeBlockClass}`;

const hereClass = "bg-pick shadow-[inset_3px_0_0_var(--cord)]";

const foldClass = "grid h-[19px] w-[26px] flex-none place-items-center text-ink-3";

const tokenClasses: Record<JsonTokenKind, string> = {
  k: "text-cord",
  s: "text-ink",
  n: "text-[light-dark(oklch(0.5_0.12_40),oklch(0.8_0.1_50))]",
  p: "",
};
