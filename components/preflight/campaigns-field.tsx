import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { FieldError } from "@/components/ui/fields/field";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { read } from "@/lib/client/query";
import { knownName, listSaved } from "@/lib/contract/console/saved";
import { noCampaigns } from "./plan-dialog";

const scopeOptions = [
  { value: "all", label: "All" },
  { value: "chosen", label: "Selected" },
] as const;

type CampaignsFieldProps = {
  /** Null for all campaigns. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (chosen: string[] | null) => void;
};

/** The campaigns that a rule or hours can pause. */
export function CampaignsField({ chosen, error, onChange }: CampaignsFieldProps) {
  const campaigns = useQuery(read(listSaved, { resource: "campaigns" })).data?.value.data;
  const toggle = (ref: string, isOn: boolean) =>
    onChange(isOn ? [...(chosen ?? []), ref] : (chosen ?? []).filter((other) => other !== ref));
  return (
    <fieldset>
      <legend className="mb-[5px] font-[550]">Campaigns</legend>
      <SegmentedControl
        label="Campaigns"
        options={scopeOptions}
        value={chosen === null ? "all" : "chosen"}
        onChange={(value) => onChange(value === "all" ? null : [])}
      />
      {chosen !== null && (
        <div className="mt-2 grid max-h-44 overflow-auto">
          {campaigns?.length === 0 && <p className="text-sm/[17px] text-ink-3">{noCampaigns}</p>}
          {campaigns?.map(({ ref, ...campaign }) => (
            <Checkbox key={ref} checked={chosen.includes(ref)} onChange={(event) => toggle(ref, event.target.checked)}>
              {knownName(campaign) ?? ref}
            </Checkbox>
          ))}
        </div>
      )}
      {error && <FieldError isAlert>{error}</FieldError>}
    </fieldset>
  );
}
