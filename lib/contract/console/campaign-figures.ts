/** Sum of the costs of calls in one currency, as a decimal string. `currency` is null if it was not sent. */
export type CampaignCost = { currency: string | null; amount: string };

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

export type ComparedFigures = {
  /** Share of the people called who talked, from 0 to 1; undefined if no call is known. */
  answered: number | undefined;
  callsPerPerson: number | undefined;
  talkSeconds: number | undefined;
  costs: readonly CampaignCost[];
  /** True if the sum can be higher, because calls are missing or without it. */
  isTalkAtLeast: boolean;
  isCostAtLeast: boolean;
};

/**
 * The figures by which campaigns are compared: one source for the list, its CSV and the campaign's own page. `made` are the
 * calls that the platform counts: sums of fewer calls are said to be the least.
 */
export function compareFigures(figures: CampaignFigures | null, made: number | undefined): ComparedFigures {
  if (!figures || figures.people === 0) return none;
  const { people, talked, calls, talkedCalls, talkSeconds, untimedCalls, costs, uncostedCalls } = figures;
  const areMissing = made !== undefined && made > calls;
  const isTimed = talkedCalls === 0 ? !areMissing : untimedCalls < talkedCalls;
  return {
    answered: talked / people,
    callsPerPerson: calls / people,
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
