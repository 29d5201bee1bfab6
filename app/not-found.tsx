import type { Metadata } from "next";
import { NoPage } from "@/components/shell/no-page";
import { StandalonePage } from "@/components/shell/standalone-page";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <StandalonePage>
      <NoPage />
    </StandalonePage>
  );
}
