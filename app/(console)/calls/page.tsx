import type { Metadata } from "next";
import { RegistryPage } from "@/app/_server/registry-page";
import { getCall } from "@/lib/contract/api/calls";

export const metadata: Metadata = { title: "Calls" };

export default function CallsPage() {
  return <RegistryPage needs={getCall} title="Calls" hint="It is added to this list for everyone." />;
}
