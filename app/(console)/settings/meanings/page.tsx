import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { MeaningsScreen } from "@/components/settings/meanings-screen";
import { listMeanings, setMeaning } from "@/lib/contract/console/meanings";

export const metadata: Metadata = { title: "Status meanings, settings" };

export default function MeaningsPage() {
  return (
    <ConsolePage needs={setMeaning} reads={[start(listMeanings, {})]}>
      <MeaningsScreen />
    </ConsolePage>
  );
}
