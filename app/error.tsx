"use client";

import { OurFault, type OurFaultProps } from "@/components/shell/our-fault";

export default function OutsideError(props: OurFaultProps) {
  return (
    <main className="lone">
      <OurFault {...props} />
    </main>
  );
}
