import { useState } from "react";
import { countriesMessage } from "@/components/list-file/country-options";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { countryName } from "@/lib/contacts/country-name";
import type { Report } from "@/lib/contacts/engine";
import type { Plan, Rules } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";

type CountrySectionProps = {
  report: Report;
  plan: Plan;
  onRules: (changes: Partial<Rules>) => void;
};

export function CountrySection({ report, plan, onRules }: CountrySectionProps) {
  const { countries: limit } = plan.rules;
  const limitKey = limit?.join() ?? "";
  const [draft, setDraft] = useState<{ limitKey: string; ticked: ReadonlySet<string> }>();
  const listed = [...new Set([...report.countries.map(({ country }) => country), ...(limit ?? [])])];
  const ticked = draft?.limitKey === limitKey ? draft.ticked : new Set(limit ?? listed);
  const counts = new Map(report.countries.map(({ country, count }) => [country, count]));
  const isChanged = listed.some((country) => ticked.has(country) !== (limit ? limit.includes(country) : true));

  const limitTo = (countries: readonly string[] | null) => onRules({ countries });

  function tick(country: string, isOn: boolean) {
    const next = new Set(ticked);
    if (isOn) next.add(country);
    else next.delete(country);
    setDraft({ limitKey, ticked: next });
  }

  return (
    <details className="border-t border-rule px-(--gutter) pt-2.5 pb-3 max-mid:pr-3 max-mid:pl-4">
      <summary className="flex min-h-6 items-center justify-between gap-2.5 max-[1001px]:min-h-9">
        <span className="flex-1">{countriesMessage(listed)}</span>
        <span className="text-sm/[17px] text-ink-3">
          {isChanged
            ? "Not applied yet"
            : limit
              ? `Only ${limit.length} included`
              : listed.length > 0 && "All are included"}
        </span>
      </summary>
      <ul className="my-1.5 max-h-75 overflow-y-auto">
        {listed.map((country) => (
          <li key={country} className="flex items-center justify-between gap-2.5 max-[1001px]:min-h-9">
            <Checkbox
              className="max-[1001px]:min-h-9"
              checked={ticked.has(country)}
              onChange={(event) => tick(country, event.target.checked)}
            >
              {countryName(country)}
            </Checkbox>
            <span className="text-right text-ink-2">
              {counts.has(country) ? formatCount(counts.get(country) ?? 0) : "not included"}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex min-w-0 items-center gap-2">
        <Button
          size="small"
          variant={isChanged && ticked.size > 0 ? "primary" : "plain"}
          disabled={!isChanged || ticked.size === 0}
          onClick={() => limitTo(listed.filter((country) => ticked.has(country)))}
        >
          Apply
        </Button>
        {limit && (
          <Button size="small" variant="bare" onClick={() => limitTo(null)}>
            Include all
          </Button>
        )}
      </div>
      {(!isChanged || ticked.size === 0) && (
        <p className="mt-1.5 text-sm/[17px] text-ink-3">
          {ticked.size === 0 ? "Tick at least one." : "Untick a country to leave it out."}
        </p>
      )}
    </details>
  );
}
