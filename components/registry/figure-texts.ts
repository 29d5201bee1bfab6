import { type CampaignFigures, compareFigures, type PlatformCounts } from "@/lib/contract/console/campaign-figures";
import { groupThousands } from "@/lib/format/conventions";
import { formatCount, formatNumber } from "@/lib/format/format-count";
import { percent } from "./expected-end";

type Figure = { text: string; note?: string | undefined };

/** The figures of a campaign as the list and its own page write them. One that is unknown is undefined. */
export type FigureTexts = Record<"answered" | "callsPerPerson" | "talkTime" | "cost", Figure | undefined>;

const orMore = "or more";

export function figureTexts(figures: CampaignFigures | null, platform: PlatformCounts): FigureTexts {
  const known = compareFigures(figures, platform);
  const { answered, callsPerPerson, talkSeconds, costs, isTalkAtLeast, isCostAtLeast } = known;
  return {
    answered: answered !== undefined && figures ? { text: percent(figures.talked, figures.people) } : undefined,
    callsPerPerson: callsPerPerson === undefined ? undefined : { text: formatNumber(callsPerPerson, 1) },
    talkTime:
      talkSeconds === undefined ? undefined : { text: talkText(talkSeconds), note: isTalkAtLeast ? orMore : undefined },
    cost:
      costs.length === 0
        ? undefined
        : { text: costs.map(costText).join(", "), note: isCostAtLeast ? orMore : undefined },
  };
}

const costText = ({ rounded, currency }: CampaignFigures["costs"][number]) =>
  [groupThousands(rounded), currency ?? []].flat().join(" ");

/** "45 s", "12 min", "21 h 04 min", "142 h". */
function talkText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  if (hours >= 100) return `${formatCount(hours)} h`;
  return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
}
