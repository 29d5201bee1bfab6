import { type CampaignFigures, compareFigures } from "@/lib/contract/console/campaign-figures";
import { formatMoney } from "@/lib/format/decimal";
import { formatCount, formatNumber } from "@/lib/format/format-count";
import { percent } from "./expected-end";

type Figure = { text: string; note?: string | undefined };

/** The figures of a campaign as the list and its own page write them. One that is unknown is undefined. */
export type FigureTexts = Record<"answered" | "callsPerPerson" | "talkTime" | "cost", Figure | undefined>;

const orMore = "or more";

export function figureTexts(figures: CampaignFigures | null, made: number | undefined): FigureTexts {
  const { answered, callsPerPerson, talkSeconds, costs, isTalkAtLeast, isCostAtLeast } = compareFigures(figures, made);
  return {
    answered: answered === undefined || !figures ? undefined : { text: percent(figures.talked, figures.people) },
    callsPerPerson: callsPerPerson === undefined ? undefined : { text: formatNumber(callsPerPerson, 1) },
    talkTime:
      talkSeconds === undefined ? undefined : { text: talkText(talkSeconds), note: isTalkAtLeast ? orMore : undefined },
    cost:
      costs.length === 0
        ? undefined
        : { text: costs.map(moneyText).join(", "), note: isCostAtLeast ? orMore : undefined },
  };
}

const moneyText = ({ amount, currency }: CampaignFigures["costs"][number]) =>
  currency === null ? formatMoney(amount) : `${formatMoney(amount, currency)} ${currency}`;

/** "45 s", "12 min", "21 h 04 min", "142 h". */
export function talkText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  if (hours >= 100) return `${formatCount(hours)} h`;
  return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
}
