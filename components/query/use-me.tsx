"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Me } from "@/lib/contract/console/me";
import { isAllowed, type Operation } from "@/lib/contract/operation";

const MeContext = createContext<Me | undefined>(undefined);

export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <MeContext value={me}>{children}</MeContext>;
}

/** Who is signed in. Only within the console's layout. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("useMe is used outside of MeProvider.");
  return me;
}

/** Whether the person signed in may do this; what they may not is shown switched off, with the reason. */
export const useMay = (op: Operation) => isAllowed(op, useMe().role);
