import { createContext, type ReactNode, useContext } from "react";
import type { Me } from "@/lib/contract/console/people/me";
import { isAllowed, type Operation } from "@/lib/contract/operation";

const MeContext = createContext<Me | undefined>(undefined);

export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <MeContext value={me}>{children}</MeContext>;
}

/** The signed-in user. Only inside the console's layout. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("useMe is used outside of MeProvider.");
  return me;
}

/** True if the user's role allows an operation. Show controls without permission as disabled, with the reason. */
export const useMay = (op: Operation) => isAllowed(op, useMe().role);
