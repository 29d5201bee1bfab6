"use client";

import { OurFault, type OurFaultProps } from "@/components/shell/our-fault";
import { StandalonePage } from "@/components/shell/standalone-page";

export default function OutsideError(props: OurFaultProps) {
  return (
    <StandalonePage>
      <OurFault {...props} />
    </StandalonePage>
  );
}
