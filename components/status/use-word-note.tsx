"use client";

import Link from "next/link";
import { type ReactNode, useCallback } from "react";
import { useMay } from "@/components/query/use-me";
import { setMeaning } from "@/lib/contract/console/settings";
import { setMeaningHref } from "./set-meaning";
import { toneLabels } from "./status-messages";
import { useStatusMeaning, useSetBy } from "./use-status-meaning";

/**
 * What stands after a status word in a record: that somebody taught its reading, and for those who may, where to change it
 * or to give an odd word one. Undefined after the API contract's own words.
 */
export function useWordNote(resource: string) {
  const reading = useStatusMeaning(resource);
  const setBy = useSetBy(resource);
  const maySetMeaning = useMay(setMeaning);
  return useCallback(
    (field: string, word: unknown): ReactNode => {
      if (typeof word !== "string" || word === "") return undefined;
      const lamp = reading(field, word);
      const isCustom = setBy(field, word) !== undefined;
      const teach = maySetMeaning && (lamp === "odd" || isCustom) && (
        <Link className="link" href={setMeaningHref({ resource, field, word })}>
          {isCustom ? "change" : "give it a reading"}
        </Link>
      );
      if (!isCustom) return teach || undefined;
      return (
        <>
          read as {toneLabels[lamp]}
          {teach && <>, {teach}</>}
        </>
      );
    },
    [reading, setBy, maySetMeaning, resource],
  );
}
