import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";

export type DiagramLines = { shown: readonly PhoneNumber[]; more: number; kinds: Connector["kind"][] };

/** Up to six numbers have a cord of their own; the rest share one thick cord. Solid is active, dotted is anything else. */
export function diagramLines(numbers: readonly PhoneNumber[]): DiagramLines {
  const shown = numbers.slice(0, MOST_CORDS);
  const more = numbers.length - shown.length;
  const kinds: Connector["kind"][] = shown.map(({ status }) => (status === "active" ? "solid" : "dotted"));
  return { shown, more, kinds: more > 0 ? [...kinds, "thick"] : kinds };
}

type Connector = { path: string; kind: "solid" | "dotted" | "thick" };

const ROW_HEIGHT = 44;
const MOST_CORDS = 6;
const FIRST_ROW = 68;
const PLATE_JACK = 122;
const LEAST_HEIGHT = 212;
export const CORD_WIDTH = 132;

/** How tall the drawing is for so many rows. */
export const cordsHeight = (rows: number) => Math.max(LEAST_HEIGHT, FIRST_ROW + rows * ROW_HEIGHT);

/** One cord a row, hanging from its jack into the plate. */
export function cordsOf(kinds: readonly Connector["kind"][]): Connector[] {
  return kinds.map((kind, at) => ({ kind, path: cordPath(FIRST_ROW + at * ROW_HEIGHT) }));
}

function cordPath(y: number): string {
  const isBelow = y > PLATE_JACK;
  const leave = isBelow ? y + 20 : y;
  const arrive = isBelow ? PLATE_JACK + Math.round((y - PLATE_JACK) * 0.6) + 44 : PLATE_JACK + 32;
  return `M0 ${y}C40 ${leave} ${isBelow ? 88 : 56} ${arrive} ${CORD_WIDTH} ${PLATE_JACK}`;
}
