import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { SettingRow, type SettingRowProps } from "@/components/ui/page/setting-row";
import { isFirstRead, type ReadQuery } from "./query-view";

type ReadRowProps<T> = Omit<SettingRowProps, "note" | "children"> & {
  title: string;
  query: ReadQuery<T>;
  note: (value: T) => ReactNode;
  children?: (value: T) => ReactNode;
};

/** A row whose value is read. It has its height before, and says so if the read failed. */
export function ReadRow<T>({ query, note, children, ...row }: ReadRowProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data)
    return (
      <SettingRow {...row} note={note(data.value)}>
        {children?.(data.value)}
      </SettingRow>
    );
  if (isFirstRead(query)) return <SettingRow {...row} note="Loading…" />;
  const reason = error instanceof Error ? error.message : "";
  return (
    <SettingRow {...row} note={`Could not be read. ${reason}`}>
      <Button isSending={isFetching} sendingLabel="Trying…" onClick={() => void refetch()}>
        Try again
      </Button>
    </SettingRow>
  );
}

type ReadRowsProps<T> = { title: string; query: ReadQuery<T>; children: (value: T) => ReactNode };

/** Rows that are read together. Until then there is one, with `title`. */
export function ReadRows<T>({ title, query, children }: ReadRowsProps<T>) {
  return query.data ? children(query.data.value) : <ReadRow title={title} query={query} note={() => ""} />;
}
