"use client";

import { type ReactNode, useEffect, useState } from "react";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useOnline } from "@/components/ui/browser/use-online";
import { Skeleton } from "@/components/ui/page/skeleton";
import type { Answer } from "@/lib/client/answer";
import { Problem } from "@/lib/contract/problem";

export const ProblemState = deferred(async () => (await import("./problem-state")).ProblemState);
const FaultStrip = deferred(async () => (await import("./problem-state")).FaultStrip);

/** The part of a TanStack Query result that the state of a read is made of. */
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
  /** The lines that stand there meanwhile, where nothing else does. */
  rows?: number;
  /** Stands in for the usual not-found message. */
  notFound?: ReactNode;
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
  rows,
  notFound,
  level,
  children,
}: QueryViewProps<T>) {
  const { data, error, isFetching } = query;
  const isOnline = useOnline();
  const readAgain = () => void query.refetch();
  useAtRest(ProblemState.load);
  useAtRest(FaultStrip.load);

  if (data === undefined) {
    if (!error && isOnline)
      return (
        <Tone label={label} rows={rows}>
          {skeleton}
        </Tone>
      );
    if (notFound && isNotFound(error)) return notFound;
    return (
      <ProblemState
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

function Tone({ label, rows, children }: { label: string; rows: number | undefined; children: ReactNode }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div>
      <Skeleton label={`Reading ${label}`} rows={rows}>
        {children}
      </Skeleton>
      {isLong && (
        <p className="mt-3.5 px-(--inset,var(--gutter)) text-sm/[17px] text-ink-3" role="status">
          This is taking longer than usual.
        </p>
      )}
    </div>
  );
}

/**
 * A read that goes on showing its last answer when another one fails, as after a change of filters: then it is a placeholder, as
 * React Query calls what it shows while that one is under way.
 */
export function useLastAnswer<Query extends ReadQuery<unknown> & { isPlaceholderData: boolean }>(query: Query): Query {
  const [last, setLast] = useState(query.data);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  return query.error && query.data === undefined
    ? { ...query, data: last, isPlaceholderData: last !== undefined }
    : query;
}

const maxWaitMs = 3_000;

type Read = { data: unknown; error: unknown };

export const isFirstRead = ({ data, error }: Read) => data === undefined && !error;

/** A read whose data waits for that of another, for a moment: what the other brings would move what this one shows. */
export function useDataAfter<Query extends ReadQuery<unknown>>(query: Query, other: Read) {
  const isWaiting = useShouldWait(isFirstRead(other), query.data !== undefined);
  return isWaiting ? { ...query, data: undefined } : query;
}

/**
 * Whether to wait with what a read that is still loading would push down. Once it is there itself, it waits for three seconds
 * at most.
 */
export function useShouldWait(isLoading: boolean, isThere = true) {
  const [isOver, setIsOver] = useState(!isLoading);
  useEffect(() => {
    if (isOver || !isThere) return;
    const timer = setTimeout(() => setIsOver(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isOver, isThere]);
  return isLoading && !isOver;
}
