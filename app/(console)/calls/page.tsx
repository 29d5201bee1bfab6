import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { callFilters } from "@/components/calls/call-filters";
import { CallsScreen } from "@/components/calls/calls-screen";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Calls" };

export default async function CallsPage({ searchParams }: PageProps<"/calls">) {
  const params = await searchParams;
  const filters = callFilters((name) => (typeof params[name] === "string" ? params[name] : undefined), "UTC");
  const reads = [start(listFoundCalls, filters), start(listSaved, { resource: "campaigns" })];
  return (
    <ConsolePage needs={listFoundCalls} reads={reads}>
      <CallsScreen />
    </ConsolePage>
  );
}
