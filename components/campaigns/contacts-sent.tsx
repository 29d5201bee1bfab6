"use client";

import { answerBody } from "@/components/send/answer-message";
import { AnswersList } from "@/components/send/answers-list";
import { openWord } from "@/lib/client/upload-answer";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { uploadCounts } from "@/lib/contract/upload-counts";
import { groupThousands } from "@/lib/format/conventions";

/** The contact lists that were sent to one campaign from here. */
export function ContactsSent({ campaign_id }: { campaign_id: string }) {
  return (
    <AnswersList
      resource="campaigns"
      target={campaign_id}
      title="Uploads"
      only={({ action }) => action === uploadContacts.id}
      lead={fileNameOf}
      labelOf={labelOf}
      toneOf={toneOf}
      empty="No contact lists uploaded from here."
    />
  );
}

const fileNameOf = ({ detail }: SentAnswer) => (typeof detail?.file === "string" ? detail.file : "A contact list");

function partsOf({ body, status }: SentAnswer) {
  const kept = answerBody(body ?? "");
  const raw = "json" in kept ? kept.json : undefined;
  return { counts: uploadCounts(raw), open: openWord(raw, status ?? 0) };
}

function labelOf(answer: SentAnswer) {
  const { counts, open } = partsOf(answer);
  const { bytes } = answer.detail ?? {};
  const size = typeof bytes === "number" ? [`${groupThousands(String(bytes))} bytes sent`] : [];
  const said = [...(open ? [`still in progress (${open})`] : []), ...(counts ? [counts.said] : size)];
  return said.join(", ") || undefined;
}

/** An answer of 200 may have taken none of it, and one of 202 says nothing yet. */
function toneOf(answer: SentAnswer) {
  if (answer.outcome !== "ok") return undefined;
  const { counts, open } = partsOf(answer);
  if (open) return "live";
  const { accepted, rejected = 0 } = counts ?? {};
  return rejected > 0 || accepted === 0 || answer.status === 207 ? "wait" : undefined;
}
