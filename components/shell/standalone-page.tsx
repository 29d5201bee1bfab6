import type { ReactNode } from "react";

/** A page outside of the frame. What is only heard takes no room below it. */
export function StandalonePage({ children }: { children: ReactNode }) {
  return <main className="min-h-screen bg-sheet py-6 [&~[aria-live]]:top-0">{children}</main>;
}
