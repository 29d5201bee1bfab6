"use client";

import { FetchedFault } from "@/components/shell/fetched-fault";
import type { OurFaultProps } from "@/components/shell/our-fault";
import { StandalonePage } from "@/components/shell/standalone-page";
import "./globals.css";

/** Replaces the whole document when the root layout fails. */
export default function GlobalError(props: OurFaultProps) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Switchboard</title>
        <StandalonePage>
          <FetchedFault {...props} />
        </StandalonePage>
      </body>
    </html>
  );
}
