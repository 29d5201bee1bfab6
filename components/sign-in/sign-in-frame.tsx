"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { BrandMark } from "@/components/ui/buttons/brand-mark";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { InstallationMark } from "@/components/ui/page/installation";
import { LiveRegion } from "@/components/ui/page/live-region";
import { writeZoneCookie } from "@/components/ui/time/zone";
import { createQueryClient } from "@/lib/client/query-client";
import { SwitchboardDrawing } from "./switchboard-drawing";

/** Layout of sign-in and setup: form on the left, drawing on the right. */
export function SignInFrame({
  isSetup = false,
  foot,
  children,
}: {
  isSetup?: boolean;
  foot: ReactNode;
  children: ReactNode;
}) {
  useEffect(writeZoneCookie, []);
  return (
    <main
      className="grid min-h-screen grid-cols-[minmax(440px,580px)_minmax(0,1fr)] bg-sheet max-narrow:grid-cols-1 max-narrow:grid-rows-[150px_auto]"
      id="main"
    >
      <div className="flex flex-col pt-7 pr-10 pb-6 pl-[clamp(40px,7vw,112px)] max-narrow:px-5 max-narrow:pt-6 max-narrow:pb-5">
        <div className="flex items-center gap-2.5 text-[16px] font-[620] text-ink [--frame:var(--sheet)] [&>svg]:text-accent">
          <BrandMark size={26} />
          Switchboard
          <InstallationMark className="font-semibold" />
        </div>
        <div
          className={`flex flex-1 flex-col pb-14 max-narrow:justify-start max-narrow:pt-[26px] max-narrow:pb-8 ${isSetup ? "justify-start pt-16" : "justify-center"}`}
        >
          {children}
        </div>
        <div className="flex min-h-5 flex-wrap gap-x-[18px] gap-y-2 text-sm leading-5 text-ink-3">{foot}</div>
      </div>
      <SwitchboardDrawing />
    </main>
  );
}

export function SignInTitle({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <>
      <h1 className="mb-1.5 text-2xl leading-[34px] font-[620] tracking-[-0.02em] wrap-anywhere" tabIndex={-1}>
        {children}
      </h1>
      <p className="mb-[26px] max-w-[25em] text-md text-ink-2">{lead}</p>
    </>
  );
}

const noteTones = {
  fault: "border-fault-fill bg-fault-wash text-fault-ink",
  live: "border-live-fill bg-live-wash text-live-ink",
};

type SignInNoteProps = {
  tone: keyof typeof noteTones;
  role?: "alert" | "status" | undefined;
  className?: string;
  children: ReactNode;
};

export function SignInNote({ tone, role, className = "", children }: SignInNoteProps) {
  return (
    <p
      className={`flex items-start gap-2 rounded-2 border px-3 py-2.5 [&>svg]:mt-1 ${noteTones[tone]} ${className}`}
      role={role}
    >
      <StatusIcon tone={tone} />
      <span>{children}</span>
    </p>
  );
}

/** Query client of sign-in and setup, separate from the console's. */
export function GateReads({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LiveRegion>{children}</LiveRegion>
    </QueryClientProvider>
  );
}
