import { createContext, useContext, useMemo } from "react";
import { useMe } from "@/components/query/use-me";
import type { Role } from "@/lib/contract/operation";
import { destinations } from "./destinations";

export type OpenPages = Readonly<Record<Role, readonly string[]>>;

export const OpenPagesContext = createContext<OpenPages>({ admin: [], campaign_manager: [], support: [], viewer: [] });

export function useDestinations() {
  const open = useContext(OpenPagesContext)[useMe().role];
  return useMemo(() => destinations.filter(({ href }) => open.includes(href)), [open]);
}
