import { useState } from "react";
import { useOnline } from "@/components/ui/browser/use-online";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { CodeBlock } from "@/components/ui/json/code-block";
import { KvList } from "@/components/ui/page/kv-list";
import { Strip } from "@/components/ui/page/notice";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { Problem } from "@/lib/contract/problem";
import { asSentence } from "@/lib/format/as-sentence";
import { problemMessage, whoAnswered } from "./problem-messages";
import { useRefresh } from "./use-refresh";

export type ProblemStateProps = {
  error: unknown;
  label: string;
  id?: string | undefined;
  isLoading?: boolean;
  /** Refetches all active queries of the page if it is missing. */
  onReadAgain?: () => void;
  level?: 2 | 3;
};

export function ProblemState({ error, label, id, isLoading = false, onReadAgain, level = 3 }: ProblemStateProps) {
  const isOnline = useOnline();
  const [isShown, setIsShown] = useState(false);
  const problem = error instanceof Problem ? error : new Problem("internal");
  const { kind, heading, sentences } = problemMessage(problem, { label, isOnline, id });
  const refresh = useRefresh();
  if (kind === "offline" && level === 3) return <p className={quietClass}>No data yet.</p>;

  const actions = (
    <>
      {problem.code === "proxy-sign-in" && <ReloadPage />}
      {kind !== "forbidden" && problem.code !== "proxy-sign-in" && (
        <Button size="small" isSending={isLoading} sendingLabel="Loading…" onClick={onReadAgain ?? refresh}>
          Try again
        </Button>
      )}
      {kind !== "offline" && kind !== "forbidden" && (
        <Button size="small" variant="bare" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide the answer" : "Show the answer"}
        </Button>
      )}
    </>
  );

  return (
    <StateMessage
      kind={kind}
      heading={heading}
      level={level}
      actions={actions}
      more={isShown && <ProblemAnswer problem={problem} />}
    >
      <p>{sentences.map(asSentence).join(" ")}</p>
      {id !== undefined && kind === "not-found" && <CopyId id={id} whole />}
      <RetryAfter seconds={problem.retryAfterSeconds} />
      {problem.requestId && kind === "fault" && (
        <p className="text-sm/[17px] text-ink-3">
          Request <CopyId id={problem.requestId} whole />
        </p>
      )}
    </StateMessage>
  );
}

/** Muted, because the top bar already says that the browser is offline. */
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

const ReloadPage = () => (
  <Button size="small" onClick={() => location.reload()}>
    Reload the page
  </Button>
);

type FaultStripProps = {
  error: unknown;
  label: string;
  readAt: string;
  isLoading: boolean;
  onReadAgain: () => void;
};

export function FaultStrip({ error, label, readAt, isLoading, onReadAgain }: FaultStripProps) {
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
        problem?.code === "proxy-sign-in" ? (
          <ReloadPage />
        ) : (
          <Button size="small" isSending={isLoading} sendingLabel="Loading…" onClick={onReadAgain}>
            Refresh
          </Button>
        )
      }
    >
      {problem && <p>{problemMessage(problem, { label, isOnline }).sentences[0]}</p>}
      <RetryAfter seconds={problem?.retryAfterSeconds} />
      <p className="text-ink-2">
        Showing data from <TimeText at={readAt} variant="absolute" zoned />.
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

/** Promises no automatic retry, because that depends on the page. */
function RetryAfter({ seconds }: { seconds: number | undefined }) {
  return seconds !== undefined && <p className="text-sm/[17px] text-ink-3">{`Try again in ${seconds} s.`}</p>;
}
