"use client";

import { OurFault, type OurFaultProps } from "@/components/shell/our-fault";

export default function ConsoleError(props: OurFaultProps) {
  return <OurFault {...props} />;
}
