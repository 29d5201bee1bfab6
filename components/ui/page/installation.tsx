"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Installation } from "@/lib/format/installation";

type Place = {
  /** Undefined if the environment names none. */
  installation: Installation | undefined;
  /** A restored copy that no admin has put into use. */
  isCopy: boolean;
};

const PlaceContext = createContext<Place>({ installation: undefined, isCopy: false });

export function InstallationProvider({ children, ...place }: Partial<Place> & { children: ReactNode }) {
  return <PlaceContext value={{ ...useContext(PlaceContext), ...place }}>{children}</PlaceContext>;
}

export const useInstallation = () => useContext(PlaceContext).installation;

/** Names the installation in its color, where something is confirmed. Nothing if it has no name and is no copy. */
export function InstallationMark({ className = "" }: { className?: string }) {
  const { installation, isCopy } = useContext(PlaceContext);
  if (!installation && !isCopy) return null;
  return (
    <p className={`flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm ${className}`}>
      {installation && <InstallationName {...installation} />}
      {isCopy && <span className={`${nameClass} bg-wait-wash text-wait-ink`}>Restored copy</span>}
    </p>
  );
}

/** The bar takes the full width of its place. */
export function InstallationName({ name, color, isBar = false }: Installation & { isBar?: boolean }) {
  return (
    <span
      data-installation={color}
      className={`${nameClass} bg-installation-wash text-installation-ink ${isBar ? "block text-center" : ""}`}
    >
      <span className="sr-only">Installation: </span>
      {name}
    </span>
  );
}

const nameClass = "min-w-0 truncate rounded-2 px-2 py-0.5 font-semibold";
