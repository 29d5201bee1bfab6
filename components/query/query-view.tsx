import { type ReactNode, useEffect, useState } from "react";
import { useOnline } from "@/components/ui/browser/use-online";
import { Skeleton } from "@/components/ui/page/skeleton";
import type { Answer } from "@/lib/client/answer";
import { Problem } from "@/lib/contract/problem";
import { FaultStrip, ProblemState } from "./problem-state";

export type ReadQuery<T> = {
  data: Answer<T> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export type QueryViewProps<T> = {
  query: ReadQuery<T>;
  /** Name of the data, as in "No {label} with this ID": "webhook", "the audit log". */
  label: string;
  id?: string;
  isEmpty?: (value: T) => boolean;
  empty?: ReactNode;
  skeleton?: ReactNode;
  rows?: number;
  notFound?: ReactNode;
  /** Stands in for an error of what the page asked for. */
  refused?: ReactNode;
  level?: 2 | 3;
  children: (answer: Answer<T>) => ReactNode;
};

const LONG_AFTER_MS = 3_000;

/** Renders the state of a read. If a refetch fails, keeps the old data and shows its age and the error above it. */
export function QueryView<T>({
  query,
  label,
  id,
  isEmpty,
  empty,
  skeleton,
  rows,
  notFound,
  refused,
  level,
  children,
}: QueryViewProps<T>) {
  const { data, error, isFetching } = query;
  const isOnline = useOnline();
  const readAgain = () => void query.refetch();

  if (data === undefined) {
    if (!error && isOnline)
      return (
        <Loading label={label} rows={rows}>
          {skeleton}
        </Loading>
      );
    if (notFound && isNotFound(error)) return notFound;
    if (refused && hasCode(error, "bad_input")) return refused;
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

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;

export const isNotFound = (error: unknown) => hasCode(error, "not_found");

function Loading({ label, rows, children }: { label: string; rows: number | undefined; children: ReactNode }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div>
      <Skeleton label={`Loading ${label}`} rows={rows}>
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
 * Keeps the last answer as placeholder data if a query with new input fails, for example after a filter change. React Query
 * itself keeps placeholder data only while the query is pending.
 */
export function useLastAnswer<Query extends ReadQuery<unknown> & { isPlaceholderData: boolean }>(query: Query): Query {
  const [last, setLast] = useState(query.data);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  return query.error && query.data === undefined
    ? { ...query, data: last, isPlaceholderData: last !== undefined }
    : query;
}

/** True if the read failed and nothing from before can be shown. */
export const isUnreadable = ({ data, error }: Pick<ReadQuery<unknown>, "data" | "error">) =>
  data === undefined && Boolean(error);

export const isFirstRead = ({ data, error }: Pick<ReadQuery<unknown>, "data" | "error">) =>
  data === undefined && !error;
