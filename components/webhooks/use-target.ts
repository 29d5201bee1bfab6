"use client";

import { createContext, useContext } from "react";
import type { Target, Targets } from "@/lib/client/webhook-log";

export const TargetsContext = createContext<Targets>(new Map());

/** Where a webhook delivers, as far as the API lists it. */
export function useTarget(webhook_id: string | null | undefined): Target | undefined {
  return useContext(TargetsContext).get(webhook_id ?? "");
}
