"use client";

import Link from "next/link";
import { type ReactNode, useCallback } from "react";
import { useMay } from "@/components/query/use-me";
import { linkClass } from "@/components/ui/buttons/button-class";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { setMeaning } from "@/lib/contract/console/settings";
import { setMeaningHref } from "./set-meaning";
import { useSetBy, useStatusMeaning } from "./use-status-meaning";

/**
 * What stands after a status word in a record: that somebody set its meaning, and for those who may, where to change it
 * or to give an odd word one. Undefined after the API documentation's own words.
 */
export function useWordNote(resource: string) {
  const toneOf = useStatusMeaning(resource);
  const setBy = useSetBy(resource);
  const maySetMeaning = useMay(setMeaning);
  return useCallback(
    (field: string, word: unknown): ReactNode => {
      if (typeof word !== "string" || word === "") return undefined;
      const tone = toneOf(field, word);
      const isCustom = setBy(field, word) !== undefined;
      const giveMeaning = maySetMeaning && (tone === "unknown" || isCustom) && (
        <Link className={linkClass} href={setMeaningHref({ resource, field, word })}>
          {isCustom ? "change" : "set what it means"}
        </Link>
      );
      if (!isCustom) return giveMeaning || undefined;
      return (
        <>
          means {toneLabels[tone]}
          {giveMeaning && <>, {giveMeaning}</>}
        </>
      );
    },
    [toneOf, setBy, maySetMeaning, resource],
  );
}
