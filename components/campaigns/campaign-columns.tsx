import type { DataColumn } from "@/components/data-table/data-columns";
import { CampaignDone, CampaignEnd } from "@/components/registry/campaign-cells";
import { type FigureTexts, figureTexts } from "@/components/registry/figure-texts";
import { registryColumns } from "@/components/registry/registry-columns";
import { useStyle } from "@/components/ui/browser/use-style";
import { compareFigures } from "@/lib/contract/console/campaign-figures";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { compareDecimals } from "@/lib/format/decimal";

const twoLines = "narrow:py-[7px] [td&]:whitespace-normal";

const { select, name, status } = registryColumns("campaigns");

const textsOf = ({ figures, counts }: KnownCampaign) => figureTexts(figures, counts.calls);
const figuresOf = ({ figures, counts }: KnownCampaign) => compareFigures(figures, counts.calls);

/** On a phone the figures stand under the bar. */
const figureClass = "max-narrow:hidden";

const cost: DataColumn<KnownCampaign> = {
  id: "cost",
  header: "Cost",
  cell: (campaign) => <FigureText figure={textsOf(campaign).cost} />,
  compare: (one, other) => compareCosts(figuresOf(one).costs, figuresOf(other).costs),
  ...{ fit: true, num: true, className: figureClass },
};

const columns: readonly DataColumn<KnownCampaign>[] = [
  select,
  name,
  status,
  {
    id: "done",
    header: "Done",
    cell: (campaign) => (
      <>
        <CampaignDone campaign={campaign} />
        <FiguresBelow texts={textsOf(campaign)} />
      </>
    ),
    sortBy: ({ handled }) => handled && handled.count / Math.max(1, handled.total),
    className: `${twoLines} narrow:w-[22%] narrow:max-mid:w-[18%] max-narrow:col-span-2 max-narrow:col-start-2`,
  },
  {
    id: "answered",
    header: "Answered",
    sortNote: "Share of the people called who talked",
    cell: (campaign) => <Answered campaign={campaign} />,
    sortBy: (campaign) => figuresOf(campaign).answered,
    ...{ fit: true, num: true, className: figureClass },
  },
  {
    id: "calls",
    header: "Calls a person",
    cell: (campaign) => <FigureText figure={textsOf(campaign).callsPerPerson} />,
    sortBy: (campaign) => figuresOf(campaign).callsPerPerson,
    ...{ fit: true, num: true, className: figureClass },
  },
  {
    id: "talk",
    header: "Talk time",
    cell: (campaign) => <FigureText figure={textsOf(campaign).talkTime} />,
    sortBy: (campaign) => figuresOf(campaign).talkSeconds,
    ...{ fit: true, num: true, className: figureClass },
  },
  cost,
  {
    id: "end",
    header: "End",
    cell: (campaign) => <CampaignEnd campaign={campaign} />,
    sortBy: ({ pace, ended_at }) => pace?.endsAt ?? ended_at,
    className: `${twoLines} narrow:w-[15%] max-narrow:col-start-3 max-narrow:row-span-2 max-narrow:row-start-1 max-narrow:text-right`,
  },
];

const withoutCost = columns.filter((column) => column !== cost);

/** *Cost* stands in the list once it is known of one campaign. */
export const campaignColumns = (campaigns: readonly KnownCampaign[]) =>
  campaigns.some(({ figures }) => figures && figures.costs.length > 0) ? columns : withoutCost;

const unknown = <span className="text-ink-3">–</span>;

function FigureText({ figure }: { figure: FigureTexts[keyof FigureTexts] }) {
  if (!figure) return unknown;
  return (
    <>
      {figure.text}
      {figure.note && <small className="block text-sm/[17px] text-ink-3">{figure.note}</small>}
    </>
  );
}

function Answered({ campaign }: { campaign: KnownCampaign }) {
  const { answered } = figuresOf(campaign);
  const style = useStyle<HTMLSpanElement>({ width: `${(answered ?? 0) * 100}%` });
  if (answered === undefined) return unknown;
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className="h-1.5 w-14 overflow-hidden rounded-sm bg-well max-mid:hidden" aria-hidden="true">
        <span ref={style} className="block h-full bg-accent" />
      </span>
      <b className="min-w-9 font-semibold">{textsOf(campaign).answered?.text}</b>
    </span>
  );
}

const labels: Record<keyof FigureTexts, string> = {
  answered: "answered",
  callsPerPerson: "calls a person",
  talkTime: "talk time",
  cost: "cost",
};

function FiguresBelow({ texts }: { texts: FigureTexts }) {
  const shown = (Object.keys(labels) as (keyof FigureTexts)[]).filter((name) => texts[name]);
  if (shown.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-x-6 gap-y-1 narrow:hidden">
      {shown.map((name) => (
        <span key={name}>
          <b className="block font-semibold">{texts[name]?.text}</b>
          <span className="text-sm/[17px] text-ink-3">
            {labels[name]}
            {texts[name]?.note && ` ${texts[name]?.note}`}
          </span>
        </span>
      ))}
    </span>
  );
}

type Costs = ReturnType<typeof figuresOf>["costs"];

/** Amounts of one currency are compared; those without a cost come last. */
function compareCosts([one]: Costs, [other]: Costs): number {
  if (!one || !other) return one ? -1 : other ? 1 : 0;
  const [currency, otherCurrency] = [one.currency ?? "", other.currency ?? ""];
  return currency === otherCurrency
    ? (compareDecimals(one.amount, other.amount) ?? 0)
    : currency.localeCompare(otherCurrency);
}
