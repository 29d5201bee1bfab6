import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/query/use-me";
import type { useWatch } from "@/components/query/use-watch";
import { useGo } from "@/components/ui/browser/use-go";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { DateChip } from "@/components/ui/fields/date-chip";
import { FilterChip } from "@/components/ui/fields/filter-chip";
import { Switch } from "@/components/ui/fields/switch";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { knownName, listSaved } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { reasonLabel } from "@/lib/contract/shapes/call";
import { directions } from "./call-filters";
import { canBeCallId } from "./no-calls";

type CallsBarProps = {
  /** Reasons of the latest calls. */
  reasons: readonly string[];
  watch: ReturnType<typeof useWatch>;
};

const searchDelayMs = 300;

/** Search field and one chip per filter, each a URL parameter. */
export function CallsBar({ reasons, watch }: CallsBarProps) {
  const url = useUrlState();
  const go = useGo();
  const mayOpen = useMay(getCall);
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
        onKeyDown={({ key, currentTarget }) => {
          const text = currentTarget.value.trim();
          if (key === "Enter" && mayOpen && canBeCallId(text)) go(`/calls/${idToPath(text)}`);
        }}
      />
      <div className={chipsClass}>
        <DateChip cleared={["after"]} />
        <FilterChip
          name="How it ended"
          options={reasons.map((value) => ({ value, label: reasonLabel(value) }))}
          {...chip("reason")}
        />
        <FilterChip name="Campaign" options={campaignOptions} {...chip("campaign")} />
        <FilterChip name="Direction" options={directions} {...chip("direction")} />
      </div>
      <Switch checked={watch.isWatching} onChange={watch.setIsWatching}>
        Live
      </Switch>
    </search>
  );
}

const chipsClass =
  "flex min-w-0 flex-1 items-center gap-2 narrow:flex-wrap max-narrow:scrolls-sideways max-narrow:*:flex-none";
