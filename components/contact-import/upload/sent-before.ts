import type { ContactImport } from "@/lib/contract/console/imports";

export type SentBefore = {
  /** The identical list, or else the latest one. */
  list: ContactImport;
  isSameList: boolean;
  /** Number of other lists sent to this campaign. `areOthersSure` is true if all of them arrived. */
  others: number;
  areOthersSure: boolean;
};

/** Earlier upload with the same content, or the latest one. Expects newest first; refused uploads do not count. */
export function sentBefore(imports: readonly ContactImport[], sha256: string): SentBefore | undefined {
  const sent = imports.filter(({ outcome }) => outcome !== "refused");
  const same = sent.find((list) => list.sha256 === sha256);
  const list = same ?? sent[0];
  if (!list) return undefined;
  const others = sent.filter((other) => other !== list);
  return { list, isSameList: same !== undefined, others: others.length, areOthersSure: others.every(isSure) };
}

/** False if the outcome is unknown: the answer was lost or the sender stopped the upload. */
export const isSure = ({ outcome }: ContactImport) => outcome === "ok";
