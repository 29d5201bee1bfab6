"use client";

import { useEffect, useState } from "react";
import { useOnline } from "@/components/ui/browser/use-online";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { CodeBlock } from "@/components/ui/json/code-block";
import { KvList } from "@/components/ui/page/kv-list";
import { Strip } from "@/components/ui/page/notice";
import { StateFace } from "@/components/ui/page/state-face";
import { TimeText } from "@/components/ui/time/time-text";
import { Problem } from "@/lib/contract/problem";
import { asSentence } from "@/lib/format/as-sentence";
import { problemMessage, whoAnswered } from "./problem-messages";

export type ProblemFaceProps = {
  error: unknown;
  label: string;
  id?: string | undefined;
  isLoading?: boolean;
  onReadAgain?: () => void;
  level?: 1 | 2 | 3;
};

/** The face of a read that failed with nothing to show instead. */
export function ProblemFace({ error, label, id, isLoading = false, onReadAgain, level = 3 }: ProblemFaceProps) {
  const isOnline = useOnline();
  const [isShown, setIsShown] = useState(false);
  const problem = error instanceof Problem ? error : new Problem("internal");
  const { face, heading, sentences } = problemMessage(problem, { label, isOnline, id });
  const mayReadAgain = onReadAgain && problem.code !== "forbidden";
  if (face === "offline" && level === 3) return <p className={quietClass}>Not read yet.</p>;

  const actions = (
    <>
      {mayReadAgain && (
        <Button size="small" isSending={isLoading} sendingLabel="Reading…" onClick={onReadAgain}>
          {face === "offline" ? "Try now" : "Refresh"}
        </Button>
      )}
      {face !== "offline" && face !== "forbidden" && (
        <Button size="small" variant="bare" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide the answer" : "Show the answer"}
        </Button>
      )}
    </>
  );

  return (
    <StateFace
      face={face}
      heading={heading}
      level={level}
      actions={actions}
      more={isShown && <ProblemAnswer problem={problem} />}
    >
      <p>{sentences.map(asSentence).join(" ")}</p>
      {id !== undefined && face === "not-found" && <CopyId id={id} whole />}
      {problem.retryAfterSeconds !== undefined && (
        <RetryCountdown key={`${problem.requestId} ${problem.retryAfterSeconds}`} seconds={problem.retryAfterSeconds} />
      )}
      {problem.requestId && face === "fault" && (
        <p className="text-sm/[17px] text-ink-3">
          Request <CopyId id={problem.requestId} whole />
        </p>
      )}
    </StateFace>
  );
}

/** That the browser is offline stands once, in the top bar. */
const quietClass = "px-(--inset,var(--gutter)) py-1.5 text-sm/[17px] text-ink-3";

function ProblemAnswer({ problem }: { problem: Problem }) {
  const status = problem.upstream
    ? `${problem.upstream.status} from the platform`
    : `${problem.status} from Switchboard`;
  return (
    <div className="mt-3 max-w-[720px]">
      <KvList
        entries={[
          ["Status", status],
          ["Kind", <code key="kind">{problem.code}</code>],
          ...(problem.requestId ? ([["Request", <CopyId key="request" id={problem.requestId} whole />]] as const) : []),
        ]}
      />
      {problem.upstream?.body && <CodeBlock className="mt-3">{problem.upstream.body}</CodeBlock>}
    </div>
  );
}

type FaultStripProps = {
  error: unknown;
  label: string;
  /** When the data still on screen was read. */
  readAt: string;
  isLoading?: boolean;
  onReadAgain: () => void;
};

/** Stands above data that could not be read again, and dates it. */
export function FaultStrip({ error, label, readAt, isLoading = false, onReadAgain }: FaultStripProps) {
  const isOnline = useOnline();
  const problem = error instanceof Problem ? error : undefined;
  if (!isOnline || problem?.code === "offline") {
    return (
      <p className={quietClass}>
        Read <TimeText at={readAt} variant="absolute" zoned />.
      </p>
    );
  }
  return (
    <Strip
      role="status"
      title={problem ? whoAnswered(problem) : "Something went wrong on our side"}
      actions={
        <Button size="small" isSending={isLoading} sendingLabel="Reading…" onClick={onReadAgain}>
          Refresh
        </Button>
      }
    >
      {problem && <p>{problemMessage(problem, { label, isOnline }).sentences[0]}</p>}
      {problem?.retryAfterSeconds !== undefined && (
        <RetryCountdown key={`${problem.requestId} ${problem.retryAfterSeconds}`} seconds={problem.retryAfterSeconds} />
      )}
      <p className="text-ink-2">
        What you see was read <TimeText at={readAt} variant="absolute" zoned />.
        {problem?.requestId && (
          <>
            {" "}
            Request <CopyId id={problem.requestId} />
          </>
        )}
      </p>
    </Strip>
  );
}

/** Counts down to the moment a read is asked for again; it only tells, the query does it. */
function RetryCountdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="text-sm/[17px] text-ink-3">{left > 0 ? `Reads again by itself in ${left} s.` : "Reading again…"}</p>
  );
}
