"use client";

import { useQuery } from "@tanstack/react-query";
import { HoursLists } from "@/components/preflight/hours-lists";
import { limitText, scopeText } from "@/components/preflight/hours-text";
import { PausesInForce } from "@/components/preflight/pauses-in-force";
import { PlannedActions } from "@/components/preflight/planned-actions";
import { isFirstRead } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { TextLink } from "@/components/ui/buttons/link";
import { PageHead } from "@/components/ui/page/page-head";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { setAlertRule } from "@/lib/contract/console/alert-settings";
import { causeNames, listPauses } from "@/lib/contract/console/automation/pauses";
import { listPlanned } from "@/lib/contract/console/automation/planned";

/** Scheduled actions of all campaigns, calling hours, and the rules that pause campaigns. */
export function ScheduledScreen() {
  const planned = useQuery(read(listPlanned, {}));
  return (
    <>
      <PageHead title="Scheduled actions" crumbs={[{ href: "/campaigns", label: "Campaigns" }]}>
        What starts, pauses or resumes campaigns without a press.
      </PageHead>
      <div className={sectionsClass()}>
        <PlannedActions />
        {!isFirstRead(planned) && <HoursLists />}
        {!isFirstRead(planned) && <PausingRules />}
      </div>
    </>
  );
}

function PausingRules() {
  const maySee = useMay(listPauses);
  const mayChange = useMay(setAlertRule);
  const { data } = useQuery({ ...read(listPauses, {}), enabled: maySee });
  const rules = (data?.value.rules ?? []).filter(({ is_on }) => is_on);
  if (!maySee || (rules.length === 0 && !mayChange)) return null;
  return (
    <Section
      title="Rules that pause campaigns"
      more={mayChange && <TextLink href="/settings/alerts/rules">Alert rules</TextLink>}
    >
      {rules.length === 0 && <p className="text-sm/[17px] text-ink-3">No rule pauses campaigns.</p>}
      <ul>
        {rules.map((each) => (
          <li key={each.rule} className="border-t border-rule py-2 wrap-anywhere first:border-t-0">
            <b className="font-[550]">{causeNames[each.rule]}</b>: {limitText(each)}, {scopeText(each)}.
            <PausesInForce {...each} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
