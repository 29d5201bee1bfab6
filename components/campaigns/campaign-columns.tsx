import type { DataColumn } from "@/components/data-table/data-columns";
import { CampaignDone, CampaignEnd } from "@/components/registry/campaign-cells";
import { type FigureTexts, figureTexts } from "@/components/registry/figure-texts";
import { registryColumns } from "@/components/registry/registry-columns";
import { calledOf } from "@/lib/contract/console/campaign-counters";
import { compareFigures } from "@/lib/contract/console/campaign-figures";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";

const twoLines = "narrow:py-[7px] [td&]:whitespace-normal";

const { select, name, status } = registryColumns("campaigns");

const platformOf = ({ handled, counts }: KnownCampaign) => ({
  made: counts.calls,
  called: calledOf(handled, counts.cancelled),
});
const figuresOf = (campaign: KnownCampaign) => compareFigures(campaign.figures, platformOf(campaign));

/** On a phone the figures stand under the bar. */
const figureClass = "narrow:py-[7px] max-narrow:hidden";

const cost: DataColumn<KnownCampaign> = {
  id: "cost",
  header: "Cost",
  cell: (campaign) => <FigureCell figure={partsOf(campaign).cost} />,
  // Only the order is by a number: what is shown and exported stays a decimal string.
  sortBy: ({ figures }) => (figures?.costs[0] ? Number(figures.costs[0].amount) : undefined),
  ...{ fit: true, num: true, className: `${figureClass} max-rail:hidden` },
};

const columns: readonly DataColumn<KnownCampaign>[] = [
  select,
  name,
  { ...status, className: "[--fit:148px] max-narrow:col-start-2 max-narrow:row-start-2" },
  {
    id: "done",
    header: "Done",
    cell: (campaign) => (
      <>
        <CampaignDone campaign={campaign} />
        <FiguresBelow parts={partsOf(campaign)} />
      </>
    ),
    sortBy: ({ handled }) => handled && handled.count / Math.max(1, handled.total),
    className: `${twoLines} narrow:w-[18%] max-narrow:col-span-2 max-narrow:col-start-2`,
  },
  {
    id: "answered",
    header: "Answered",
    sortNote: "Share of the people called who talked",
    cell: (campaign) => <FigureCell figure={partsOf(campaign).answered} />,
    sortBy: (campaign) => figuresOf(campaign).answered,
    ...{ fit: true, num: true, className: `${figureClass} font-semibold` },
  },
  {
    id: "calls",
    header: "Calls a person",
    cell: (campaign) => <FigureCell figure={partsOf(campaign).callsPerPerson} />,
    sortBy: (campaign) => figuresOf(campaign).callsPerPerson,
    ...{ fit: true, num: true, className: `${figureClass} max-mid:hidden` },
  },
  {
    id: "talk",
    header: "Talk time",
    cell: (campaign) => <FigureCell figure={partsOf(campaign).talkTime} />,
    sortBy: (campaign) => figuresOf(campaign).talkSeconds,
    ...{ fit: true, num: true, className: `${figureClass} max-rail:hidden` },
  },
  cost,
  {
    id: "end",
    header: "End",
    cell: (campaign) => <CampaignEnd campaign={campaign} />,
    sortBy: ({ pace, ended_at }) => pace?.endsAt ?? ended_at,
    className: `${twoLines} narrow:w-[14%] max-rail:w-[22%] max-narrow:col-start-3 max-narrow:w-auto max-narrow:row-span-2 max-narrow:row-start-1 max-narrow:text-right`,
  },
];

const withoutCost = columns.filter((column) => column !== cost);

/** *Cost* stands in the list once it is known of one campaign. */
export const campaignColumns = (campaigns: readonly KnownCampaign[]) =>
  campaigns.some(({ figures }) => figures && figures.costs.length > 0) ? columns : withoutCost;

type Part = FigureTexts[keyof FigureTexts];

const labels = { answered: "answered", callsPerPerson: "calls a person", talkTime: "talk time", cost: "cost" } as const;

const partsOf = (campaign: KnownCampaign) => figureTexts(campaign.figures, platformOf(campaign));

function FigureCell({ figure }: { figure: Part }) {
  if (!figure) return <span className="text-ink-3">–</span>;
  const { text, note } = figure;
  return (
    <>
      {text}
      {note && <small className="block text-sm/[17px] text-ink-3">{note}</small>}
    </>
  );
}

function FiguresBelow({ parts }: { parts: ReturnType<typeof partsOf> }) {
  const known = (Object.keys(labels) as (keyof typeof labels)[]).filter((name) => parts[name]);
  return (
    <span className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1.5 empty:hidden narrow:hidden">
      {known.map((name) => (
        <span key={name} className="leading-5">
          {parts[name]?.text} {parts[name]?.note}
          <span className="block text-sm/[17px] text-ink-3">{labels[name]}</span>
        </span>
      ))}
    </span>
  );
}
