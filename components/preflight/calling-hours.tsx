import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { type AdminHours, holdFor, type SetHours, setCampaignHours } from "@/lib/contract/console/automation/hours";
import { causeNames, listPauses } from "@/lib/contract/console/automation/pauses";
import { listPlanned, type PlannedAction } from "@/lib/contract/console/automation/planned";
import { hoursIn, namesHours } from "@/lib/contract/console/campaign-hours";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { AdminHoursLine, HoursDialog, Line, OwnHours, PlatformLine } from "./hours-lines";
import { limitText } from "./hours-text";

type CallingHoursProps = { campaign_id: string; record: Record<string, unknown> };

/** The hours in which a campaign may call, each with whose they are, and the rules that can pause it. */
export function CallingHours({ campaign_id, record }: CallingHoursProps) {
  const url = useUrlState();
  const planned = useQuery(read(listPlanned, { campaign_id }));
  const maySet = useMay(setCampaignHours);
  const isAsked = maySet && url.get("ask") === "hours";
  const [isOpened, setIsOpened] = useState(false);
  const hours = planned.data?.value.hours.find((each) => each.campaign_id === campaign_id);
  const isOver = stageOf(statusIn(record)) === "ended";
  if (isOver && planned.data && !hours) return null;
  const open = () => setIsOpened(true);
  return (
    <Section
      title="Calling hours"
      more={
        maySet &&
        planned.data &&
        !hours &&
        !isOver && (
          <Button size="small" aria-haspopup="dialog" load={HoursDialog.load} onClick={open}>
            Set hours…
          </Button>
        )
      }
    >
      <QueryView query={planned} label="the calling hours">
        {({ value }) => <Lines {...{ campaign_id, record, value, onChange: maySet ? open : undefined }} />}
      </QueryView>
      {(isAsked || isOpened) && !isFirstRead(planned) && (
        <HoursDialog
          campaign_id={campaign_id}
          hours={hours}
          onClose={() => {
            setIsOpened(false);
            if (isAsked) url.set({ ask: undefined }, { replaces: true });
          }}
        />
      )}
    </Section>
  );
}

type LinesProps = CallingHoursProps & {
  value: { data: readonly PlannedAction[]; hours: readonly SetHours[]; admin_hours: AdminHours | null };
  onChange: (() => void) | undefined;
};

function Lines({ campaign_id, record, value: { data, hours, admin_hours }, onChange }: LinesProps) {
  const own = hours.find((each) => each.campaign_id === campaign_id);
  const admins = holdFor(admin_hours, campaign_id);
  const platform = hoursIn(record);
  const count = [own, admins, platform].filter(Boolean).length;
  return (
    <>
      <ul>
        {own && <OwnHours hours={own} planned={data} onChange={onChange} />}
        {admins && <AdminHoursLine hours={admins} />}
        {platform && <PlatformLine hours={platform} />}
        {count === 0 && <NoHours record={record} />}
      </ul>
      {count > 1 && <p className="text-sm/[18px] text-ink-3">It may call only while all of them are open.</p>}
      <PausingRules campaign_id={campaign_id} />
    </>
  );
}

function NoHours({ record }: { record: Record<string, unknown> }) {
  if (Object.keys(record).length === 0) return null;
  return namesHours(record) === false ? (
    <Line tone="wait" note="Nothing pauses it at night.">
      None: calls go on at night.
    </Line>
  ) : (
    <Line tone="unknown" note="Switchboard does not recognize them in the campaign’s record.">
      Not known
    </Line>
  );
}

/** The rules that can pause the campaign, for those who run campaigns. */
function PausingRules({ campaign_id }: { campaign_id: string }) {
  const may = useMay(listPauses);
  const { data } = useQuery({ ...read(listPauses, {}), enabled: may });
  const rules = (data?.value.rules ?? []).filter(
    ({ is_on, campaigns }) => is_on && (campaigns?.includes(campaign_id) ?? true),
  );
  if (rules.length === 0) return null;
  return (
    <p className="mt-1 text-sm/[18px] text-ink-3">
      Rules also pause it: {rules.map((each) => `${causeNames[each.rule]}, ${limitText(each)}`).join("; ")}.
    </p>
  );
}
