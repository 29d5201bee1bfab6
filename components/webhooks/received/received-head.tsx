"use client";

import { PageHead } from "@/components/ui/page/page-head";
import { AnswerTitle } from "@/components/webhooks/answer-title";
import { WebhooksNav } from "@/components/webhooks/webhooks-nav";
import { answerWords } from "./match-words";
import type { ReceivedState } from "./use-received";

export function ReceivedHead({ received: { match } }: { received: Pick<ReceivedState, "match"> }) {
  const answer = answerWords(match);
  const title = answer ? <AnswerTitle {...answer} /> : "Received events";
  return <PageHead title={title} actions={<WebhooksNav open="/webhooks/received" />} isAnswer />;
}
