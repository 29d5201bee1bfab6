"use client";

import Link from "next/link";
import { TimeText } from "@/components/ui/time-text";
import type { Need } from "./need";

export type SetAsideRow = { key: string; by: string; until: string };

/** Rows that somebody put away for a day. They are still true, so they stay within reach. */
export function SetAside({ rows }: { rows: readonly (SetAsideRow & { need: Need })[] }) {
  return (
    <details className="aside-l">
      <summary className="link">{rows.length} set aside</summary>
      <ul>
        {rows.map(({ key, by, until, need }) => (
          <li key={key}>
            <span>
              {need.subject} {need.says}{" "}
              <Link className="link" href={need.href}>
                {need.link}
              </Link>
            </span>
            <span className="faint">
              by {by}, back <TimeText at={until} variant="relative" quiet />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
