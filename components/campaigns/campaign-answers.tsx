"use client";

import { AnswersList } from "@/components/send/answers-list";
import { uploadContacts } from "@/lib/contract/api/campaigns";

export function CampaignAnswers({ campaign_id }: { campaign_id: string }) {
  return (
    <AnswersList
      resource="campaigns"
      target={campaign_id}
      only={({ action }) => action !== uploadContacts.id}
      empty="No command was sent from here to this campaign."
    />
  );
}
