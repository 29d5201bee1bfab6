"use client";

import { answerBody } from "@/components/ui/answer-says";
import { AnswersList } from "@/components/ui/answers-list";
import { groupThousands } from "@/components/ui/group-thousands";
import { countList, uploadCounts } from "@/lib/client/upload-counts";
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
      says={saysOf}
      readingOf={readingOf}
      empty="No contact list was sent from here."
    />
  );
}

export const fileNameOf = ({ detail }: SentAnswer) =>
  typeof detail?.file === "string" ? detail.file : "A contact list";

function countsOf({ body }: SentAnswer) {
  const kept = answerBody(body ?? "");
  return "json" in kept ? uploadCounts(kept.json) : undefined;
}

function saysOf(answer: SentAnswer) {
  const counts = countsOf(answer);
  if (counts) return countList(counts);
  const { bytes } = answer.detail ?? {};
  return typeof bytes === "number" ? `a request of ${groupThousands(String(bytes))} bytes` : undefined;
}

/** An answer of 200 may have taken none of it. */
function readingOf(answer: SentAnswer) {
  const { accepted, rejected = 0 } = countsOf(answer) ?? {};
  return answer.outcome === "ok" && (rejected > 0 || accepted === 0) ? "wait" : undefined;
}
