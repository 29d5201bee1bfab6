import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { shownTimeZone } from "@/app/_server/shown-time-zone";
import { callList } from "@/components/calls/call-list";
import { CallsScreen } from "@/components/calls/calls-screen";
import { readInput } from "@/components/list/list-input";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Calls" };

export default async function CallsPage({ searchParams }: PageProps<"/calls">) {
  const params = await searchParams;
  const get = (name: string) => (typeof params[name] === "string" ? params[name] : undefined);
  const input = readInput(callList, get, { timeZone: await shownTimeZone(get("zone")) });
  const reads = [start(listFoundCalls, input), start(listSaved, { resource: "campaigns" })];
  return (
    <ConsolePage needs={listFoundCalls} reads={reads}>
      <CallsScreen />
    </ConsolePage>
  );
}
