import type { FactName } from "@/lib/contract/console/inbox/facts";

export const factLabels: Record<FactName, string> = {
  call: "Call",
  session: "Session",
  campaign: "Campaign",
  assistant: "Assistant",
  contact: "Contact",
  own: "Our number",
  contact_name: "Name",
  direction: "Direction",
  status: "Status",
  reason: "Result",
  started: "Started",
  answered: "Answered",
  ended: "Ended",
  seconds: "Length",
};
