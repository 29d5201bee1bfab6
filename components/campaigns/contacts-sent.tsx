"use client";

import { AnswersList } from "@/components/ui/answers-list";
import { groupThousands } from "@/components/ui/group-thousands";
import type { SentAnswer } from "@/lib/contract/audit";
import { uploadContacts } from "@/lib/contract/campaigns";

/** The contact lists that were sent to one campaign from here. */
export function ContactsSent({ campaign_id }: { campaign_id: string }) {
  return (
    <AnswersList
      resource="campaigns"
      target={campaign_id}
      title="Contacts sent from here"
      only={({ action }) => action === uploadContacts.id}
      lead={fileNameOf}
      says={bytesOf}
      empty="No contact list was sent from here."
    />
  );
}

export const fileNameOf = ({ detail }: SentAnswer) =>
  typeof detail?.file === "string" ? detail.file : "A contact list";

const bytesOf = ({ detail }: SentAnswer) =>
  typeof detail?.bytes === "number" ? `${groupThousands(String(detail.bytes))} bytes sent` : undefined;
