"use client";

import { useCallback } from "react";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { useWordNote } from "@/components/status/use-word-note";
import type { StatusFor } from "./record-value";

/** Reads a record's `status`, with what is known of the word's reading. */
export function useStatusFor(resource: string): StatusFor {
  const toneOf = useStatusMeaning(resource);
  const note = useWordNote(resource);
  return useCallback(
    (key, word) =>
      key === "status" && typeof word === "string" ? { tone: toneOf(key, word), note: note(key, word) } : undefined,
    [toneOf, note],
  );
}
