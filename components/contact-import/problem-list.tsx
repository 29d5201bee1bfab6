"use client";

import { StatusIcon } from "@/components/ui/status-icon";
import type { GroupReport } from "@/lib/contacts/engine";
import type { Group } from "@/lib/contacts/validate/row-status";
import { groupMessage, type Heading, headingMeanings, headingOf, headings } from "./group-messages";
import { headingNames } from "./group-order";

export type ProblemListProps = {
  /** In the order in which they are listed. */
  groups: readonly GroupReport[];
  current: Group | undefined;
  onChoose: (group: Group) => void;
};

export function ProblemList({ groups, ...choice }: ProblemListProps) {
  return (
    <nav className="probs" aria-label="Problems">
      {headingNames.map((heading) => {
        const held = groups.filter(({ group }) => headingOf(group) === heading);
        return held.length > 0 && <UnderHeading key={heading} heading={heading} groups={held} {...choice} />;
      })}
    </nav>
  );
}

function UnderHeading({ heading, groups, current, onChoose }: ProblemListProps & { heading: Heading }) {
  return (
    <>
      <h3>{headings[heading]}</h3>
      <ul>
        {groups.map(({ group, count }) => (
          <li key={group}>
            <button type="button" aria-current={group === current || undefined} onClick={() => onChoose(group)}>
              <StatusIcon tone={headingMeanings[heading]} tinted />
              <span className="trunc">{groupMessage[group].title}</span>{" "}
              <span className="num">{count.toLocaleString("en-US")}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
