"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { BrandMark } from "@/components/ui/brand-mark";
import { LiveRegion } from "@/components/ui/live-region";
import { createQueryClient } from "@/lib/client/query-client";
import { Exchange } from "./exchange";

/** What stands before the console: the task at the left, the exchange at the right. */
export function SignInFrame({
  isSetup = false,
  foot,
  children,
}: {
  isSetup?: boolean;
  foot: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className={isSetup ? "gate set-up" : "gate"} id="main">
      <div className="gate-l">
        <div className="gate-brand">
          <BrandMark size={26} />
          Switchboard
        </div>
        <div className="gate-mid">{children}</div>
        <div className="gate-ft">{foot}</div>
      </div>
      <Exchange />
    </main>
  );
}

/** Around every page at the gate. Nothing that is read here goes on into the console. */
export function GateReads({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LiveRegion>{children}</LiveRegion>
    </QueryClientProvider>
  );
}
