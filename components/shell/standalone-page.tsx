import type { ReactNode } from "react";

/** A page outside of the frame. The live region is pinned to the top, so that it adds no height below. */
export function StandalonePage({ children }: { children: ReactNode }) {
  return <main className="min-h-screen bg-sheet py-6 [&~[aria-live]]:top-0">{children}</main>;
}
