"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useCallback } from "react";
import { read } from "@/lib/client/query";
import { listReadings, teachReading } from "@/lib/contract/settings";
import type { StatusFor } from "./record-value";
import { useMay } from "./use-me";
import { useReading } from "./use-reading";

const words = {
  ok: "in order",
  wait: "worth a look",
  fault: "a fault",
  live: "under way",
  idle: "off",
  done: "finished",
  odd: "unknown",
};

/** Reads a record's `status`, and says where a word was taught rather than known from the API contract. */
export function useStatusFor(resource: string): StatusFor {
  const reading = useReading(resource);
  const taught = useQuery({ ...read(listReadings, {}), staleTime: 300_000 }).data?.value.data;
  const mayTeach = useMay(teachReading);
  return useCallback(
    (key, word) => {
      if (key !== "status" || typeof word !== "string") return undefined;
      const lamp = reading("status", word);
      const isTaught = taught?.some(
        (each) => each.resource === resource && each.field === "status" && each.word === word && each.taught_by,
      );
      if (!isTaught) return { reading: lamp };
      const change = mayTeach && (
        <Link className="link" href="/settings#readings">
          change
        </Link>
      );
      return {
        reading: lamp,
        note: (
          <>
            read as {words[lamp]}
            {change && ", "}
            {change}
          </>
        ),
      };
    },
    [reading, taught, resource, mayTeach],
  );
}
