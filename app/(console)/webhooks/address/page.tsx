import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { AddressScreen } from "@/components/webhooks/address/address-screen";
import { listAddresses } from "@/lib/contract/console/inbox/addresses";

export const metadata: Metadata = { title: "Address for events" };

export default function AddressPage() {
  return (
    <ConsolePage needs={listAddresses} reads={[start(listAddresses, {})]}>
      <AddressScreen />
    </ConsolePage>
  );
}
