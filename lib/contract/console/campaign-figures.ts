/**
 * Sum of the costs of calls in one currency, as a decimal string; `rounded` has the decimal places of the currency, which is
 * null if it was not sent.
 */
export type CampaignCost = { currency: string | null; amount: string; rounded: string };

/** Figures of a campaign from its calls that are over and of which Switchboard knows. */
export type CampaignFigures = {
  people: number;
  /** People with a call in which they talked. */
  talked: number;
  calls: number;
  talkedCalls: number;
  talkSeconds: number;
  /** Calls in which people talked, without a length. */
  untimedCalls: number;
  costs: readonly CampaignCost[];
  uncostedCalls: number;
};

/** The platform's own counts: calls made, and contacts called. Undefined if its record does not say. */
export type PlatformCounts = { made: number | undefined; called: number | undefined };

export type ComparedFigures = {
  /** Share of the people called who talked, from 0 to 1. Undefined, like the others, if it is unknown. */
  answered: number | undefined;
  callsPerPerson: number | undefined;
  talkSeconds: number | undefined;
  costs: readonly CampaignCost[];
  /** True if the sum can be higher, because calls are missing or without it. */
  isTalkAtLeast: boolean;
  isCostAtLeast: boolean;
};

/** A share of fewer of the calls made says nothing of the campaign. */
const leastKnownShare = 0.9;
/** Averages of fewer contacts are chance. */
export const fewContacts = 20;

/**
 * The figures by which campaigns are compared: one source for the list, its CSV and the campaign's own page. If Switchboard
 * knows only some of the calls, sums are the least, and shares are unknown.
 */
export function compareFigures(figures: CampaignFigures | null, { made, called }: PlatformCounts): ComparedFigures {
  const counted = made !== undefined && called !== undefined && called >= fewContacts ? made / called : undefined;
  if (!figures || figures.people === 0) return { ...none, callsPerPerson: counted };
  const { people, talked, calls, talkedCalls, talkSeconds, untimedCalls, costs, uncostedCalls } = figures;
  const areMissing = made !== undefined && made > calls;
  const areMost = made === undefined || calls >= made * leastKnownShare;
  const isTimed = talkedCalls === 0 ? !areMissing : untimedCalls < talkedCalls;
  return {
    answered: areMost ? talked / people : undefined,
    callsPerPerson: areMost ? calls / people : counted,
    talkSeconds: isTimed ? talkSeconds : undefined,
    costs,
    isTalkAtLeast: isTimed && (areMissing || untimedCalls > 0),
    isCostAtLeast: costs.length > 0 && (areMissing || uncostedCalls > 0),
  };
}

const none: ComparedFigures = {
  ...{ answered: undefined, callsPerPerson: undefined, talkSeconds: undefined, costs: [] },
  ...{ isTalkAtLeast: false, isCostAtLeast: false },
};
