import { type CampaignFigures, compareFigures, type PlatformCounts } from "@/lib/contract/console/campaign-figures";
import { formatCount, formatNumber } from "@/lib/format/format-count";
import { percent } from "./expected-end";

type Figure = { text: string; note?: string | undefined };

/** The figures of a campaign as the list and its own page write them. One that is unknown is undefined. */
export type FigureTexts = Partial<Record<"answered" | "callsPerPerson" | "talkTime", Figure | undefined>> & {
  cost?: { costs: CampaignFigures["costs"]; note?: string | undefined } | undefined;
};

const orMore = "or more";

export function figureTexts(figures: CampaignFigures | null, platform: PlatformCounts): FigureTexts {
  const known = compareFigures(figures, platform);
  const { answered, callsPerPerson, talkSeconds, costs, isTalkAtLeast, isCostAtLeast } = known;
  return {
    answered: answered !== undefined && figures ? { text: percent(figures.talked, figures.people) } : undefined,
    callsPerPerson: callsPerPerson === undefined ? undefined : { text: formatNumber(callsPerPerson, 1) },
    talkTime:
      talkSeconds === undefined ? undefined : { text: talkText(talkSeconds), note: isTalkAtLeast ? orMore : undefined },
    cost: costs.length === 0 ? undefined : { costs, note: isCostAtLeast ? orMore : undefined },
  };
}

/** "45 s", "12 min", "21 h 04 min", "142 h". */
function talkText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  if (hours >= 100) return `${formatCount(hours)} h`;
  return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
}
