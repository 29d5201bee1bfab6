import { useQuery } from "@tanstack/react-query";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { DateChip } from "@/components/ui/fields/date-chip";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { read } from "@/lib/client/query";
import { knownName, listSaved } from "@/lib/contract/console/saved";
import { reasonLabel } from "@/lib/contract/shapes/call";
import { directions } from "./call-filters";

type CallsBarProps = {
  /** Reasons of the latest calls. */
  reasons: readonly string[];
};

const searchDelayMs = 300;

/** Search field and one chip per filter, each a URL parameter. */
export function CallsBar({ reasons }: CallsBarProps) {
  const url = useUrlState();
  const campaigns = useQuery({ ...read(listSaved, { resource: "campaigns" }), staleTime: 60_000 });
  const chip = (name: string) => ({
    value: url.get(name),
    onChange: (value: string | undefined) => url.set({ [name]: value, after: undefined }),
  });
  const campaignOptions = (campaigns.data?.value.data ?? []).map((saved) => ({
    value: saved.ref,
    label: knownName(saved) ?? saved.ref,
  }));
  return (
    <search className="flex flex-wrap items-center gap-2 border-t border-rule px-(--gutter) py-[9px] max-narrow:[&>label]:basis-full print:hidden">
      <UrlSearchField
        label="Number, name or ID"
        className="h-11! w-[320px] text-md max-mid:w-[260px] max-narrow:w-full"
        aria-keyshortcuts="F"
        maxLength={300}
        delayMs={searchDelayMs}
        onText={(text) => url.set({ text, after: undefined }, { replaces: true })}
      />
      <div className={chipsClass}>
        <DateChip cleared={["after"]} />
        <FilterChip
          name="Why it ended"
          options={reasons.map((value) => ({ value, label: reasonLabel(value) }))}
          {...chip("reason")}
        />
        <FilterChip name="Campaign" options={campaignOptions} {...chip("campaign")} />
        <FilterChip name="Direction" options={directions} {...chip("direction")} />
      </div>
    </search>
  );
}

const chipsClass =
  "flex min-w-0 flex-1 items-center gap-2 narrow:flex-wrap max-narrow:scrolls-sideways max-narrow:*:flex-none";
