"use client";

import { useState } from "react";
import type { Answer } from "@/lib/client/answer";
import { type Change, diffRecords } from "./diff-records";

export type SeenChange = Change & { at: string; id: number };

const mostKept = 200;

/** The differences between the reads of one record since this page was opened, newest first. */
export function useChangesSeen(answer: Answer<{ data: unknown }> | undefined): readonly SeenChange[] {
  const [seen, setSeen] = useState<{ last: typeof answer; changes: readonly SeenChange[]; count: number }>({
    last: answer,
    changes: [],
    count: 0,
  });
  if (answer === undefined || answer === seen.last) return seen.changes;

  const found = seen.last ? diffRecords(seen.last.value.data, answer.value.data) : [];
  const dated = found.map((change, at) => ({ ...change, at: answer.readAt, id: seen.count + at }));
  const changes = [...dated, ...seen.changes].slice(0, mostKept);
  setSeen({ last: answer, changes, count: seen.count + found.length });
  return changes;
}
