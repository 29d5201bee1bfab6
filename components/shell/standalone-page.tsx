import type { ReactNode } from "react";

/** A page outside of the frame. What is only heard takes no room below it. */
export function StandalonePage({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <main id={id} className="min-h-screen bg-sheet py-6 [&~[aria-live]]:top-0">
      {children}
    </main>
  );
}
