import type { ReactNode } from "react";
import { GateReads } from "@/components/sign-in/sign-in-frame";
import "@/components/sign-in/switchboard-drawing.css";

export default function GateLayout({ children }: { children: ReactNode }) {
  return <GateReads>{children}</GateReads>;
}
