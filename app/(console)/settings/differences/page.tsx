import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { DifferencesScreen } from "@/components/settings/differences-screen";
import { listDrift } from "@/lib/contract/console/drift";
import { listMeanings } from "@/lib/contract/console/meanings";

export const metadata: Metadata = { title: "API differences, settings" };

export default function DifferencesPage() {
  return (
    <ConsolePage needs={listDrift} reads={[start(listDrift, {}), start(listMeanings, {})]}>
      <DifferencesScreen />
    </ConsolePage>
  );
}
