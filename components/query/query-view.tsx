"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useOnline } from "@/components/ui/browser/use-online";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Strip } from "@/components/ui/page/notice";
import { Skeleton } from "@/components/ui/page/skeleton";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer } from "@/lib/client/answer";
import { Problem } from "@/lib/contract/problem";
import { ProblemFace, RetryCountdown } from "./problem-face";
import { problemMessage, whoAnswered } from "./problem-messages";

/** The part of a TanStack Query result that a read's face is made of. */
export type ReadQuery<T> = {
  data: Answer<T> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export type QueryViewProps<T> = {
  query: ReadQuery<T>;
  /** What is read, as in "No {label} with this ID": "webhook", "the audit log". */
  label: string;
  /** The ID asked for, kept on screen when nothing has it. */
  id?: string;
  isEmpty?: (value: T) => boolean;
  empty?: ReactNode;
  skeleton?: ReactNode;
  /** Stands in for the usual not-found face. */
  notFound?: ReactNode;
  /** What is read for above this, and would push it down: waited for, for a moment. */
  above?: { data: unknown; error: unknown };
  level?: 1 | 2 | 3;
  children: (answer: Answer<T>) => ReactNode;
};

const LONG_AFTER_MS = 3_000;

/** The one way a read is shown. Data wins over a failed read again: it stays, dated, with the fault above it. */
export function QueryView<T>({
  query,
  label,
  id,
  isEmpty,
  empty,
  skeleton,
  notFound,
  above,
  level,
  children,
}: QueryViewProps<T>) {
  const { data, error, isFetching } = query;
  const isOnline = useOnline();
  const isHeld = useHold(above !== undefined && isFirstRead(above));
  const readAgain = () => void query.refetch();

  if (data === undefined || isHeld) {
    if (isHeld || (!error && isOnline)) return <Tone label={label}>{skeleton}</Tone>;
    if (notFound && isNotFound(error)) return notFound;
    return (
      <ProblemFace
        error={error || new Problem("offline")}
        label={label}
        id={id}
        isLoading={isFetching}
        onReadAgain={readAgain}
        {...(level ? { level } : {})}
      />
    );
  }
  return (
    <>
      {Boolean(error) && (
        <FaultStrip error={error} label={label} readAt={data.readAt} isLoading={isFetching} onReadAgain={readAgain} />
      )}
      {isEmpty?.(data.value) && empty !== undefined ? empty : children(data)}
    </>
  );
}

export const isNotFound = (error: unknown) => error instanceof Error && "code" in error && error.code === "not_found";

function Tone({ label, children }: { label: string; children: ReactNode }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div>
      <Skeleton label={`Reading ${label}`}>{children}</Skeleton>
      {isLong && (
        <p className="mt-3.5 px-(--inset,var(--gutter)) text-sm/[17px] text-ink-3" role="status">
          Reading {label} is taking longer than usual.
        </p>
      )}
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
function FaultStrip({ error, label, readAt, isLoading = false, onReadAgain }: FaultStripProps) {
  const isOnline = useOnline();
  const problem = error instanceof Problem ? error : undefined;
  const words = problem && problemMessage(problem, { label, isOnline });
  return (
    <Strip
      role="status"
      tone={isOnline ? "fault" : "wait"}
      title={isOnline ? (problem ? whoAnswered(problem) : "Something went wrong on our side") : words?.heading}
      actions={
        <Button size="small" isSending={isLoading} sendingLabel="Reading…" onClick={onReadAgain}>
          Refresh
        </Button>
      }
    >
      {isOnline && problem && <p>{words?.sentences[0]}</p>}
      {problem?.retryAfterSeconds !== undefined && (
        <RetryCountdown key={`${problem.requestId} ${problem.retryAfterSeconds}`} seconds={problem.retryAfterSeconds} />
      )}
      <p className="text-ink-2">
        What you see was read <TimeText at={readAt} variant="absolute" zoned />.
        {isOnline && problem?.requestId && (
          <>
            {" "}
            Request <CopyId id={problem.requestId} />
          </>
        )}
      </p>
    </Strip>
  );
}

const holdMs = 3_000;

export const isFirstRead = ({ data, error }: { data: unknown; error: unknown }) => data === undefined && !error;

/** Whether to hold back what would be pushed down by what is still read; a read that takes long holds it up no longer. */
export function useHold(isLoading: boolean) {
  const [isOver, setIsOver] = useState(!isLoading);
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setIsOver(true), holdMs);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isLoading && !isOver;
}
