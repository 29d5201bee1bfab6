"use client";

import { useUrlState } from "@/components/ui/use-url-state";
import type { NumberFilters } from "./number-filters";

/** The filters in the address. Changing one goes back to the first page. */
export function useNumberFilters() {
  const url = useUrlState();
  const filters: NumberFilters = {
    text: url.get("text"),
    status: url.get("status"),
    country: url.get("country"),
    direction: url.get("direction"),
    assistant: url.get("assistant"),
  };
  const change = (part: NumberFilters) => url.set({ ...part, page: undefined }, { replaces: "text" in part });
  const clear = () =>
    url.set({ text: undefined, status: undefined, country: undefined, direction: undefined, assistant: undefined });
  return { filters, change, clear };
}
