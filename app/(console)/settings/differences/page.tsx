import type { Metadata } from "next";
import { ConsolePage, start } from "@/app/_server/console-page";
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
