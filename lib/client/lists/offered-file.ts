/** Stands for the campaign of a list that has none yet. */
export const noCampaign = "";

type Taker = (file: File) => void;

let offered: { campaign_id: string; file: File } | undefined;
const takers = new Map<string, Taker>();

/** Hands a file that was chosen or dropped on another page to the import of a campaign, whose page is open or opens next. */
export function offerFile(campaign_id: string, file: File): void {
  const take = takers.get(campaign_id);
  if (take) take(file);
  else offered = { campaign_id, file };
}

/** Takes the files that are offered until the returned function is called, and one that was offered before. */
export function takeOffered(campaign_id: string, take: Taker): () => void {
  takers.set(campaign_id, take);
  if (offered?.campaign_id === campaign_id) take(offered.file);
  offered = undefined;
  return () => void takers.delete(campaign_id);
}
