import type { SendAsk } from "@/components/ui/send-control";

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

export const cancelAsk = (campaign_id: string): SendAsk => ({
  by: "typing",
  question: "Cancel this campaign?",
  body: "The API contract does not say what becomes of its calls, and shows no call to bring a canceled campaign back.",
  type: campaign_id,
  facts: [
    [
      "Campaign",
      <span key="campaign" className="mono">
        {campaign_id}
      </span>,
    ],
  ],
  confirmLabel: "Cancel the campaign",
  keepLabel: "Keep it as it is",
});
