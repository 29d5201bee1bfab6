import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
import { SessionsScreen } from "@/components/sessions/sessions-screen";
import { listAnswers } from "@/lib/contract/audit";
import { endSession } from "@/lib/contract/sessions";

export const metadata: Metadata = { title: "Sessions" };

export default function SessionsPage() {
  return (
    <ConsolePage needs={endSession} reads={[start(listAnswers, { resource: "sessions" })]}>
      <SessionsScreen />
    </ConsolePage>
  );
}
