import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { pageOf } from "@/components/phone-numbers/number-page";
import { NumbersScreen } from "@/components/phone-numbers/numbers-screen";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listSaved } from "@/lib/contract/console/saved";

export const metadata: Metadata = { title: "Phone numbers" };

export default async function PhoneNumbersPage({ searchParams }: PageProps<"/phone-numbers">) {
  const { page, rows } = await searchParams;
  return (
    <ConsolePage
      needs={listPhoneNumbers}
      reads={[
        start(listPhoneNumbers, pageOf(page, rows)),
        start(getPlanLimits, {}),
        start(listSaved, { resource: "assistants" }),
      ]}
    >
      <NumbersScreen />
    </ConsolePage>
  );
}
