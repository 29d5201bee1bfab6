"use client";

import { Button } from "@/components/ui/button";
import { CopyId } from "@/components/ui/copy-id";
import { Lamp } from "@/components/ui/status-icon";
import { TimeText } from "@/components/ui/time-text";
import { useOnline } from "@/components/ui/use-online";
import { Problem } from "@/lib/contract/problem";
import { problemWords, whoAnswered } from "./problem-messages";
import { RetryCountdown } from "./retry-countdown";

export type FaultStripProps = {
  error: unknown;
  label: string;
  /** When the data still on screen was read. */
  readAt: string;
  isReading?: boolean;
  onReadAgain: () => void;
};

/** Stands above data that could not be read again, and dates it. */
export function FaultStrip({ error, label, readAt, isReading = false, onReadAgain }: FaultStripProps) {
  const isOnline = useOnline();
  const problem = error instanceof Problem ? error : undefined;
  const words = problem && problemWords(problem, { label, isOnline });
  return (
    <div className="strip" role="status">
      <Lamp reading="fault" />
      <div className="grow">
        <b>{isOnline ? (problem ? whoAnswered(problem) : "Something went wrong on our side") : words?.heading}</b>
        {isOnline && problem && <p>{words?.sentences[0]}</p>}
        {problem?.retryAfterSeconds !== undefined && (
          <RetryCountdown key={problem.requestId} seconds={problem.retryAfterSeconds} />
        )}
        <p className="dim">
          What you see was read <TimeText at={readAt} variant="absolute" zoned />.
          {problem?.requestId && (
            <>
              {" "}
              Request <CopyId id={problem.requestId} />
            </>
          )}
        </p>
      </div>
      <div className="acts">
        <Button size="small" isSending={isReading} sendingLabel="Reading…" onClick={onReadAgain}>
          Read again
        </Button>
      </div>
    </div>
  );
}
