"use client";

import { FetchedFault } from "@/components/shell/fetched-fault";
import type { OurFaultProps } from "@/components/shell/our-fault";
import { StandalonePage } from "@/components/shell/standalone-page";

export default function OutsideError(props: OurFaultProps) {
  return (
    <StandalonePage>
      <FetchedFault {...props} />
    </StandalonePage>
  );
}
