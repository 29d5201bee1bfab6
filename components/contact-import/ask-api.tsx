"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { RecordView } from "@/components/ui/record-view";
import { SendFault } from "@/components/ui/send-fault";
import { useSendOff } from "@/components/ui/use-send";
import { readAnswer } from "@/lib/client/answer";
import { checkList } from "@/lib/client/contacts/check-list";
import { write } from "@/lib/client/query";
import { validateContacts } from "@/lib/contract/campaigns";
import { Problem } from "@/lib/contract/problem";
import { AnswerLists } from "./answer-lists";

type AskApiProps = { campaign_id: string; file: File; onRefused: (isRefused: boolean) => void };

/** Asks the API what it thinks of the list, before it is sent. Its answer is in no contract, so all of it is shown. */
export function AskApi({ campaign_id, file, onRefused }: AskApiProps) {
  const off = useSendOff(validateContacts, { campaign_id });
  const check = useMutation({
    ...write(validateContacts),
    mutationFn: async (input: { campaign_id: string }) => {
      const options = { file, onProgress: () => undefined, signal: new AbortController().signal };
      return readAnswer(validateContacts, await checkList(input.campaign_id, options));
    },
  });

  const isRefused = check.error !== null && wasTurnedAway(check.error);
  useEffect(() => onRefused(isRefused), [onRefused, isRefused]);

  return (
    <section aria-label="Check by the API">
      <div className="row">
        <Button
          isSending={check.isPending}
          sendingLabel="Asking…"
          aria-disabled={off && !check.isPending ? true : undefined}
          onClick={() => check.mutate({ campaign_id })}
        >
          Ask the API to check
        </Button>
        <span className="note">
          Sends the file to the API’s own check, which adds no contacts as far as its contract says.
        </span>
      </div>
      {check.error && <SendFault error={check.error} what="The check" onDismiss={check.reset} />}
      {check.data && (
        <>
          <div className="told">
            <h2 className="h2 rec-h">The API’s check answered {check.data.status}</h2>
            <RecordView value={check.data.raw} label="Answer to the check" isTight />
          </div>
          <AnswerLists raw={check.data.raw} />
        </>
      )}
    </section>
  );
}

/** Whether the API itself answered that the list is no good, rather than not at all. */
function wasTurnedAway(error: unknown) {
  const { status = 0 } = (error instanceof Problem && error.upstream) || {};
  return status >= 400 && status < 500 && status !== 429;
}
