"use client";

import type { GroupReport } from "@/lib/contacts/engine";
import { groupWords } from "./group-words";
import { Rewrites, type RewritesProps } from "./rewrites";

export type ProblemPanelProps = RewritesProps & {
  /** Rows of the grid are drawn below; without them the panel shows three itself. */
  hasRows: boolean;
};

/** What is the matter with a group of rows, what becomes of them, and what can be done for all of them at once. */
export function ProblemPanel({ hasRows, ...rewrites }: ProblemPanelProps) {
  const { problem } = rewrites;
  const { action, explanation } = groupWords[problem.group];
  return (
    <section className="rw" aria-labelledby="review-problem">
      <h3 id="review-problem" tabIndex={-1}>
        {action(problem.count)}
      </h3>
      <p className="dim">{explanation}</p>
      {!hasRows && <Examples examples={problem.examples} />}
      <Rewrites {...rewrites} />
    </section>
  );
}

function Examples({ examples }: Pick<GroupReport, "examples">) {
  return (
    <ul className="rw-ex" aria-label="Examples">
      {examples.map(({ row, phone, name }) => (
        <li key={row}>
          <span className="faint">Row {row.toLocaleString("en-US")}</span>
          <span className="mono">{phone === "" ? "no number" : phone}</span>
          <span className="trunc">{name === "" ? "no name" : name}</span>
        </li>
      ))}
    </ul>
  );
}
