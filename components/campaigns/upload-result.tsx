"use client";

import Link from "next/link";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyId } from "@/components/ui/copy-id";
import { groupThousands } from "@/components/ui/group-thousands";
import { KvList } from "@/components/ui/kv-list";
import { Lamp } from "@/components/ui/lamp";
import { RecordView } from "@/components/ui/record-view";
import { TimeText } from "@/components/ui/time-text";
import { useArrivalFocus } from "@/components/ui/use-arrival-focus";
import type { Answer } from "@/lib/client/answer";
import { idToPath } from "@/lib/contract/identifier";
import { AnswerLists } from "./answer-lists";
import type { ReadyList } from "./list-facts";
import { countWords, uploadCounts } from "./upload-counts";
import { type UploadEnd, uploadWords } from "./upload-words";

type UploadResultProps = {
  campaign_id: string;
  ready: ReadyList;
  answer: Answer<unknown> | undefined;
  end: UploadEnd | undefined;
  onAgain: () => void;
};

/** How the sending ended: the API's answer whole, or what is not known. */
export function UploadResult({ campaign_id, ready, answer, end, onAgain }: UploadResultProps) {
  const words = end && uploadWords(end);
  const counts = answer && uploadCounts(answer.raw);
  const said = counts && countWords(counts, ready.list.rows);
  const heading = useRef<HTMLHeadingElement>(null);
  useArrivalFocus(heading);
  return (
    <>
      {answer && (
        <section aria-label="The API’s answer">
          <h2 className="fig" ref={heading} tabIndex={-1}>
            {said?.isShort && <Lamp reading="wait" tinted />} The API answered {answer.status}
            {said?.isShort && ", and did not take every row"}
          </h2>
          {said && <p>{said.sentence}</p>}
          <p className="note">
            <TimeText at={answer.readAt} zoned />. The API contract does not show this answer’s fields. This is all of
            it.
          </p>
          {said?.isShort && <AnswerLists raw={answer.raw} />}
          <div className="told">
            <RecordView value={answer.raw} label="Answer to the upload" isTight />
          </div>
          {!said?.isShort && <AnswerLists raw={answer.raw} />}
        </section>
      )}
      {words && (
        <div className="notice fault" role="alert">
          <Lamp reading="fault" />
          <div>
            <h2 ref={heading} tabIndex={-1}>
              <b>{words.heading}</b>
            </h2>
            <p>{words.sentences.join(" ")}</p>
            {end?.problem.upstream?.body && <pre className="json mt-2">{end.problem.upstream.body}</pre>}
          </div>
        </div>
      )}
      <section aria-label="What left this browser">
        <h2 className="h2 mb-2">{answer ? "What left this browser" : "What was to be sent"}</h2>
        <KvList
          entries={[
            ["File", ready.file.name],
            ["Contacts", groupThousands(String(ready.list.rows))],
            ["Bytes", groupThousands(String(ready.list.bytes))],
            ["SHA-256", <CopyId key="sha256" id={ready.list.sha256} whole />],
          ]}
        />
      </section>
      <div className="row">
        <Link className="btn pri" href={`/campaigns/${idToPath(campaign_id)}`}>
          Open the campaign
        </Link>
        <Button onClick={onAgain}>{answer ? "Send another list" : "Start over"}</Button>
      </div>
    </>
  );
}
