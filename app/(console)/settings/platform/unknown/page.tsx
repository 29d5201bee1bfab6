import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { UnknownScreen } from "@/components/settings/platform/unknown-screen";
import { listDrift } from "@/lib/contract/console/drift";
import { listMeanings } from "@/lib/contract/console/meanings";

export const metadata: Metadata = { title: "Unknown values, settings" };

export default function UnknownPage() {
  return (
    <ConsolePage needs={listDrift} reads={[start(listDrift, {}), start(listMeanings, {})]}>
      <UnknownScreen />
    </ConsolePage>
  );
}
