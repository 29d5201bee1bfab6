"use client";

import { OurFault, type OurFaultProps } from "@/components/shell/our-fault";
import "./globals.css";

/** When the root layout itself fails, this stands in for the whole document. */
export default function GlobalError(props: OurFaultProps) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Switchboard</title>
        <main className="lone">
          <OurFault {...props} />
        </main>
      </body>
    </html>
  );
}
