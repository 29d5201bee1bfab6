"use client";

import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Switch } from "@/components/ui/fields/switch";
import { PageHead } from "@/components/ui/page/page-head";
import { WebhooksNav } from "@/components/webhooks/webhooks-nav";
import { answerWords } from "./match-words";
import type { ReceivedState } from "./use-received";

export function ReceivedHead({ received: { match, isLive, setIsLive } }: { received: ReceivedState }) {
  const answer = answerWords(match);
  const title = answer ? (
    <>
      <StatusIcon tone={answer.tone} tinted className="mr-2 size-4" />
      {answer.text}
    </>
  ) : (
    "Received events"
  );
  const actions = (
    <>
      <Switch checked={isLive} onChange={setIsLive} title="New events appear automatically T" aria-keyshortcuts="T">
        Live
      </Switch>
      <WebhooksNav open="/webhooks/received" />
    </>
  );
  return <PageHead title={title} actions={actions} />;
}
