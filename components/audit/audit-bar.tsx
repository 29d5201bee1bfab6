import { useQuery } from "@tanstack/react-query";
import { type UrlState, useUrlState } from "@/components/ui/browser/use-url-state";
import { DateChip } from "@/components/ui/fields/date-chip";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { Switch } from "@/components/ui/fields/switch";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { barClass } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { auditOutcomes, getAuditChoices } from "@/lib/contract/console/audit";
import { outcomeWord } from "./audit-table";

const searchDelayMs = 300;

const outcomes = auditOutcomes.map((value) => ({ value, label: outcomeWord(value) }));

export const useAuditChoices = () => useQuery(read(getAuditChoices, {})).data?.value;

export function AuditBar() {
  const url = useUrlState();
  const choices = useAuditChoices();
  const change = (name: string) => (value: string | undefined) =>
    url.set({ [name]: value, before: undefined, entry: undefined });
  const chip = (name: string) => ({ value: url.get(name), onChange: change(name) });
  return (
    <div
      className={`${barClass()} border-t-0 [&>label]:max-w-[220px] [&>label]:min-w-[120px] [&>label]:flex-[1_1_130px] max-narrow:[&>label]:w-[190px] max-narrow:[&>label]:flex-none`}
    >
      <UrlSearchField
        label="Name or record"
        title="Person, record, action, file, message, IP address or request"
        aria-keyshortcuts="F"
        maxLength={200}
        delayMs={searchDelayMs}
        onText={(text) => url.set({ text, before: undefined, entry: undefined }, { replaces: true })}
      />
      <DateChip cleared={["before", "entry"]} />
      <FilterChip name="Person" options={choices?.person ?? []} {...chip("person")} />
      <FilterChip name="Record" options={choices?.record ?? []} {...chip("record")} />
      <FilterChip name="Kind" options={choices?.action ?? []} {...chip("action")} />
      <FilterChip name="Result" options={outcomes} {...chip("outcome")} />
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      <Switch checked={areMinorShown(url)} onChange={(isOn) => url.set({ minor: isOn ? "show" : undefined })}>
        Minor events
      </Switch>
    </div>
  );
}

/** Minor events are always shown if the list is filtered by kind. */
export const areMinorShown = ({ get }: UrlState) => get("minor") === "show" || get("action") !== undefined;
