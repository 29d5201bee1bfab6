"use client";

import { FetchedFault } from "@/components/shell/fetched-fault";
import type { OurFaultProps } from "@/components/shell/our-fault";

export default function ConsoleError(props: OurFaultProps) {
  return <FetchedFault {...props} />;
}
