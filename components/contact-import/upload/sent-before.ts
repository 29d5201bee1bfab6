import type { ContactImport } from "@/lib/contract/console/imports";

export type SentBefore = {
  /** The very list, or else the one that was sent last. */
  list: ContactImport;
  isSameList: boolean;
  /** The other lists that were sent to this campaign, and whether all of them are known to have arrived. */
  others: number;
  areOthersSure: boolean;
};

/** Which lists a campaign was sent before, of its uploads, newest first. An upload counts unless it was refused. */
export function sentBefore(imports: readonly ContactImport[], sha256: string): SentBefore | undefined {
  const sent = imports.filter(({ outcome }) => outcome !== "refused");
  const same = sent.find((list) => list.sha256 === sha256);
  const list = same ?? sent[0];
  if (!list) return undefined;
  const others = sent.filter((other) => other !== list);
  return { list, isSameList: same !== undefined, others: others.length, areOthersSure: others.every(isSure) };
}

/** False if nobody knows whether the list arrived: the answer was lost, or the sender stopped it. */
export const isSure = ({ outcome }: ContactImport) => outcome === "ok";
