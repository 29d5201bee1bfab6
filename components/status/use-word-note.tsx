import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { TextLink } from "@/components/ui/buttons/link";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { setMeaning } from "@/lib/contract/console/meanings";
import { setMeaningHref } from "./set-meaning";
import { useSetBy, useStatusMeaning } from "./use-status-meaning";

/**
 * Note after a status word: its meaning and, if permitted, a link to set or change it. Undefined for words of the API
 * documentation.
 */
export function useWordNote(resource: string) {
  const toneOf = useStatusMeaning(resource);
  const setBy = useSetBy(resource);
  const maySetMeaning = useMay(setMeaning);
  return (field: string, word: unknown): ReactNode => {
    if (typeof word !== "string" || word === "") return undefined;
    const by = setBy(field, word);
    if (by === null) return undefined;
    const tone = toneOf(field, word);
    const isUnknown = tone === "unknown";
    const meaningLink = maySetMeaning && (
      <TextLink href={setMeaningHref({ resource, field, word })}>{isUnknown ? "set what it means" : "change"}</TextLink>
    );
    if (isUnknown) return meaningLink || undefined;
    return (
      <>
        means {toneLabels[tone]}
        {by === undefined && ", usual meaning"}
        {meaningLink && <>, {meaningLink}</>}
      </>
    );
  };
}
