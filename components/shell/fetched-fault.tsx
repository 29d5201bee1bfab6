"use client";

import { lazy, Suspense } from "react";
import type { OurFaultProps } from "./our-fault";

/** Fetched when it is needed: every document brings the messages of its faults along, and hardly one is ever drawn. */
export function FetchedFault(props: OurFaultProps) {
  return (
    <Suspense fallback={<PlainFault />}>
      <OurFault {...props} />
    </Suspense>
  );
}

const OurFault = lazy(async () => {
  const fetched = await import("./our-fault").catch(() => undefined);
  return { default: fetched?.OurFault ?? PlainFault };
});

const PlainFault = () => <h1 className="px-(--gutter) py-4">Something went wrong on our side.</h1>;
