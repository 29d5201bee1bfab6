"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Column } from "@/lib/contacts/engine";
import { columnWords, countWords } from "./file-words";

const mostShown = 10;

type ColumnListProps = { columns: readonly Column[]; joined: ReadonlySet<number> };

/** The file's columns with what they hold. Of many, the first and those that are sent. */
export function ColumnList({ columns, joined }: ColumnListProps) {
  const [isAll, setIsAll] = useState(columns.length <= mostShown);
  const shown = columns
    .map((column, at) => ({ column, at, isJoined: joined.has(at) }))
    .filter(({ at, isJoined }) => isAll || at < mostShown || isJoined);

  return (
    <section aria-label="Columns of the file">
      <h3>{countWords(columns.length, "column")} in the file</h3>
      <ul className="cf-list">
        {shown.map(({ column, at, isJoined }) => (
          <li key={at}>
            <b className={column.name.trim() ? undefined : "faint"}>{columnWords(column, at)}</b>
            <small>
              {column.samples.length === 0
                ? "no values in the first rows"
                : column.samples.map((sample, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: samples may repeat and never move
                    <span className="cf-value" key={place}>
                      {sample}
                    </span>
                  ))}
            </small>
            <span className={isJoined ? "pj" : "pj off"} data-column={at} />
          </li>
        ))}
      </ul>
      {!isAll && (
        <Button size="small" onClick={() => setIsAll(true)}>
          Show all {columns.length} columns
        </Button>
      )}
    </section>
  );
}
