import { unwrapped } from "@/lib/contract/fields";
import type { Operation, Role } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { readCall } from "@/lib/contract/shapes/call";
import type { GatewayConsole } from "./gateway-console";

type Sender = {
  role: Role;
  /** The platform's answer; undefined if it has no such call. */
  readCall: (call_id: string) => Promise<unknown>;
  console: Pick<GatewayConsole, "campaignOfCall">;
};

/** Refuses a role that may act on calls of campaigns only, unless the platform or the events name one for this call. */
export async function refuseOutsideCampaigns(op: Operation, input: Record<string, unknown>, sender: Sender) {
  const { role, console } = sender;
  if (!op.onlyInCampaigns?.includes(role)) return;
  const call_id = String(input.call_id);
  const record = unwrapped(await sender.readCall(call_id));
  if (readCall(record).ids.campaign_id !== undefined) return;
  if ((await console.campaignOfCall(call_id)) !== undefined) return;
  throw refused("forbidden", "This call names no campaign. Admins and support can end it. Nothing was sent.");
}
