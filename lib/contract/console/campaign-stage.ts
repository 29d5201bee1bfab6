/** Where a campaign is in its life, by the words that platforms of this kind use. Any other word says nothing. */
export function stageOf(status: string | null): "unstarted" | "running" | "paused" | "ended" | undefined {
  if (status === null) return undefined;
  return stages.find(([, words]) => words.test(status))?.[0];
}

const stages = [
  ["unstarted", /^(draft|created|new|scheduled|ready)$/i],
  ["running", /^(running|active|started|in[-_ ]?progress|calling|dialing|processing|resumed)$/i],
  ["paused", /^(paused|suspended|on[-_ ]?hold|halted)$/i],
  ["ended", /^(completed?|finished|ended|cancell?ed|aborted|failed|stopped|archived|done)$/i],
] as const;

/** Whether its status says that a campaign makes no calls now. */
export function isResting(status: string | null): boolean {
  const stage = stageOf(status);
  return stage !== undefined && stage !== "running";
}
