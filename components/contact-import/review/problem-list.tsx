import { useEffect, useState } from "react";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import type { GroupReport } from "@/lib/contacts/engine";
import { type Heading, headings } from "@/lib/contacts/row-status/declaration";
import { groupTitle, headingNames, headingOf } from "@/lib/contacts/row-status/report-messages";
import type { Group } from "@/lib/contacts/row-status/row-status";
import { formatCount } from "@/lib/format/format-count";

type ProblemListProps = {
  /** In display order. */
  groups: readonly GroupReport[];
  current: Group | undefined;
  onChoose: (group: Group) => void;
};

export function ProblemList({ groups, ...choice }: ProblemListProps) {
  return (
    <nav
      className="py-3 max-[1001px]:flex max-[1001px]:scrolls-sideways max-[1001px]:gap-2 max-[1001px]:px-4 max-[1001px]:py-2.5"
      aria-label="Problems"
    >
      {headingNames.map((heading) => {
        const listed = groups.filter(({ group }) => headingOf(group) === heading);
        return listed.length > 0 && <UnderHeading key={heading} heading={heading} groups={listed} {...choice} />;
      })}
    </nav>
  );
}

function UnderHeading({ heading, groups, current, onChoose }: ProblemListProps & { heading: Heading }) {
  return (
    <>
      <h3 className="px-(--gutter) pt-1.5 pb-1 text-sm font-medium text-ink-3 max-mid:pl-4 max-[1001px]:sr-only [ul+&]:mt-2.5">
        {headings[heading].words}
      </h3>
      <ul className="max-[1001px]:flex max-[1001px]:flex-none max-[1001px]:gap-2">
        {groups.map(({ group, count, reasons = [] }) => (
          <li key={group} className="max-[1001px]:flex-none">
            <button
              type="button"
              className={problemClass(group === current)}
              aria-current={group === current || undefined}
              onClick={() => onChoose(group)}
            >
              <StatusIcon tone={headings[heading].tone} tinted />
              <span className="block min-w-0 truncate max-mid:py-1.5 max-mid:leading-4 max-mid:whitespace-normal max-[1001px]:py-0 max-[1001px]:whitespace-nowrap">
                {groupTitle({ group, reasons })}
              </span>{" "}
              <span className="text-right font-normal text-ink-2">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const problem =
  "relative grid min-h-8 w-full grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-2.5 pr-4.5 pl-(--gutter) text-left focus-visible:-outline-offset-2 max-mid:gap-2 max-mid:pr-3 max-mid:pl-4 max-[1001px]:min-h-9 max-[1001px]:w-auto max-[1001px]:flex-none max-[1001px]:grid-cols-[12px_auto_auto] max-[1001px]:rounded-2 max-[1001px]:border max-[1001px]:px-2.5";

const currentProblem =
  "bg-pick bg-[linear-gradient(var(--accent),var(--accent))] bg-[length:3px_16px] bg-[position:9px_50%] bg-no-repeat font-semibold max-[1001px]:border-accent max-[1001px]:bg-none forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-[Highlight]";

const problemClass = (isCurrent: boolean) =>
  `${problem} ${isCurrent ? currentProblem : "hover:bg-hover max-[1001px]:border-rule-2"}`;

export function useProblem(groups: readonly GroupReport[]) {
  const [first] = groups;
  const [selected, setSelected] = useState({ group: first?.group, isReplaced: false });
  const problem = groups.find(({ group }) => group === selected.group) ?? first;
  if (problem?.group !== selected.group) setSelected({ group: problem?.group, isReplaced: true });

  useEffect(() => {
    // The focused button was removed with its group.
    if (selected.isReplaced && document.activeElement === document.body)
      document.getElementById("review-problem")?.focus();
  }, [selected]);

  return { problem, choose: (group: Group) => setSelected({ group, isReplaced: false }) };
}
