"use client";

import { createContext, useContext } from "react";
import type { Tone } from "@/components/ui/buttons/status-icon";
import type { Target, Targets } from "@/lib/client/webhook-log";

export const TargetsContext = createContext<Targets>(new Map());

/** Where a webhook delivers, as far as the API lists it. */
export function useTarget(webhook_id: string | null | undefined): Target | undefined {
  return useContext(TargetsContext).get(webhook_id ?? "");
}

// One for all rows: asking in every cell of a long log costs more than drawing it.
export const LogMeaningContext = createContext<(field: string, word: unknown) => Tone>(() => "unknown");

/** Reads a status word of the log. */
export const useLogMeaning = () => useContext(LogMeaningContext);
