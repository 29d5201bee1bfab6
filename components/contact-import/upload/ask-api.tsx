import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { AnswerBox } from "@/components/contact-import/step-page";
import { RecordView } from "@/components/record/record-view";
import { SendFault } from "@/components/send/send-fault";
import { useSendOff } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Progress } from "@/components/ui/charts/progress";
import { TechnicalDetail } from "@/components/ui/page/technical-detail";
import { readAnswer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { type UploadProgress, upload } from "@/lib/client/upload";
import { openWord } from "@/lib/client/upload-answer";
import { validateContacts } from "@/lib/contract/api/campaigns";
import { unwrapped } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { uploadCounts } from "@/lib/contract/upload-counts";
import { isPlainObject } from "@/lib/format/json";
import { AnswerLists } from "./answer-lists";

type AskApiProps = { campaign_id: string; apiCheck: ReturnType<typeof useApiCheck> };

/** Optional check by the platform before sending. Its answer is undocumented, so all of it is shown. */
export function AskApi({ campaign_id, apiCheck }: AskApiProps) {
  const off = useSendOff(validateContacts, { campaign_id });
  const { check, sent, ask, stop } = apiCheck;
  const { error } = check;

  return (
    <section aria-label="Check by the platform">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Button
          isSending={check.isPending}
          sendingLabel="Asking…"
          disabled={off !== undefined}
          onClick={() => ask("form")}
        >
          Ask the platform to check
        </Button>
        {check.isPending && <Button onClick={stop}>Stop asking</Button>}
        <span className="text-sm/[17px] text-ink-3">
          Sends the file to the platform’s check. According to its documentation, this adds no contacts.
        </span>
      </div>
      {check.isPending && sent && (
        <Progress label="Sent to the platform’s check" sent={sent.sentBytes} total={sent.totalBytes} />
      )}
      {error && <SendFault error={error} what="The check" onDismiss={check.reset} />}
      {error && check.variables.as === "form" && mayWantText(error) && (
        <div className="mt-2 flex min-w-0 flex-wrap items-center gap-2">
          <Button onClick={() => ask("text")}>Try again as plain text</Button>
          <span className="text-sm/[17px] text-ink-3">
            The API documentation says that this check accepts CSV, but not whether as a form file or as text.
          </span>
        </div>
      )}
      {check.data && (
        <>
          <h2 className="mt-3.5 text-md font-semibold tracking-[-0.004em]">
            {isFoundInvalid(check.data.raw) && <StatusIcon tone="wait" tinted />} {checkHeading(check.data)}
          </h2>
          <CheckCounts raw={check.data.raw} status={check.data.status} />
          <AnswerLists raw={check.data.raw} />
          <TechnicalDetail isOpen={!uploadCounts(check.data.raw)}>
            <p className="text-sm/[17px] text-ink-3">Status {check.data.status}</p>
            <AnswerBox>
              <RecordView value={check.data.raw} label="Answer to the check" />
            </AnswerBox>
          </TechnicalDetail>
        </>
      )}
    </section>
  );
}

export function checkHeading({ raw, status }: { raw: unknown; status: number }) {
  if (isFoundInvalid(raw)) return "The platform’s check found problems";
  if (openWord(raw, status)) return "The platform is still checking";
  if (raw === null) return "The platform accepted the list and returned no result";
  return uploadCounts(raw) ? "The platform’s check found no problem" : "The platform checked the list";
}

function isFoundInvalid(raw: unknown) {
  const { rejected = 0, duplicates = 0 } = uploadCounts(raw) ?? {};
  if (rejected + duplicates > 0) return true;
  const answer = unwrapped(raw);
  return isPlainObject(answer) && answer.is_valid === false;
}

function CheckCounts({ raw, status }: { raw: unknown; status: number }) {
  const [counts, open] = [uploadCounts(raw), openWord(raw, status)];
  if (!counts && !open) return <p className="text-sm/[17px] text-ink-3">How many rows are valid is unknown.</p>;
  return counts && <p className="text-sm/[17px] text-ink-3">It counts {counts.said}.</p>;
}

type CheckRequest = { campaign_id: string; as: "form" | "text"; abortController: AbortController };

export function useApiCheck(campaign_id: string, file: File, chosenName: string) {
  const [sent, setSent] = useState<UploadProgress>();
  const check = useMutation({
    ...write(validateContacts),
    mutationFn: async ({ as, abortController: { signal } }: CheckRequest) =>
      readAnswer(
        validateContacts,
        await upload(validateContacts, { campaign_id }, { file, chosenName, as, signal, onProgress: setSent }),
      ),
  });
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);
  return {
    check,
    sent,
    ask(as: CheckRequest["as"]) {
      latest.current = new AbortController();
      setSent(undefined);
      check.mutate({ campaign_id, as, abortController: latest.current });
    },
    stop() {
      latest.current?.abort();
      check.reset();
    },
  };
}

/** True if the API may have rejected the form of the request and not its content. */
function mayWantText(error: unknown) {
  const { status = 0 } = (error instanceof Problem && error.upstream) || {};
  return [400, 415, 422].includes(status);
}

/** True if the API itself rejected the list with a 4xx status other than 429. */
export function wasTurnedAway(error: unknown) {
  const { status = 0 } = (error instanceof Problem && error.upstream) || {};
  return status >= 400 && status < 500 && status !== 429;
}
