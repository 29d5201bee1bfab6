"use client";

import Link from "next/link";
import { type ReactNode, useCallback } from "react";
import { useMay } from "@/components/query/use-me";
import { teachReading } from "@/lib/contract/console/settings";
import { teachHref } from "./set-meaning";
import { lampWords } from "./status-messages";
import { useReading, useTaughtBy } from "./use-status-meaning";

/**
 * What stands after a status word in a record: that somebody taught its reading, and for those who may, where to change it
 * or to give an odd word one. Undefined after the API contract's own words.
 */
export function useWordNote(resource: string) {
  const reading = useReading(resource);
  const taughtBy = useTaughtBy(resource);
  const mayTeach = useMay(teachReading);
  return useCallback(
    (field: string, word: unknown): ReactNode => {
      if (typeof word !== "string" || word === "") return undefined;
      const lamp = reading(field, word);
      const isTaught = taughtBy(field, word) !== undefined;
      const teach = mayTeach && (lamp === "odd" || isTaught) && (
        <Link className="link" href={teachHref({ resource, field, word })}>
          {isTaught ? "change" : "give it a reading"}
        </Link>
      );
      if (!isTaught) return teach || undefined;
      return (
        <>
          read as {lampWords[lamp]}
          {teach && <>, {teach}</>}
        </>
      );
    },
    [reading, taughtBy, mayTeach, resource],
  );
}
