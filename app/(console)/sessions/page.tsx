import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { SessionsScreen } from "@/components/sessions/sessions-screen";
import { endSession } from "@/lib/contract/api/sessions";
import { listAnswers } from "@/lib/contract/console/audit";
import { listCallSessions } from "@/lib/contract/console/kept";

export const metadata: Metadata = { title: "Sessions" };

export default function SessionsPage() {
  return (
    <ConsolePage needs={endSession} reads={[start(listCallSessions, {}), start(listAnswers, { resource: "sessions" })]}>
      <SessionsScreen />
    </ConsolePage>
  );
}
