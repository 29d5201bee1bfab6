"use client";

import { StatusIcon } from "@/components/ui/status-icon";
import type { GroupReport } from "@/lib/contacts/engine";
import type { Group } from "@/lib/contacts/validate/row-status";
import { headingNames } from "./group-order";
import { groupMessage, type Heading, headingOf, headingMeanings, headings } from "./group-messages";

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
              <StatusIcon reading={headingMeanings[heading]} tinted />
              <span className="trunc">{groupMessage[group].title}</span>{" "}
              <span className="num">{count.toLocaleString("en-US")}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
