import type { SendAsk } from "@/components/send/send-control";
import { typeToConfirm } from "@/components/ui/type-to-confirm";

export const startAsk: SendAsk = {
  by: "question",
  question: "Start calling from this campaign now?",
  confirmLabel: "Start the campaign",
};

export const resumeAsk: SendAsk = {
  by: "question",
  question: "Resume calling from this campaign now?",
  confirmLabel: "Resume the campaign",
};

export const cancelAsk = (campaign_id: string, name: string | null | undefined): SendAsk => ({
  by: "typing",
  question: `Cancel ${name ?? "this campaign"}?`,
  body: "The platform has no way to undo this, and does not say what becomes of calls under way.",
  type: typeToConfirm("campaign", campaign_id, name),
  id: campaign_id,
  confirmLabel: "Cancel campaign",
  keepLabel: "Keep campaign",
});
