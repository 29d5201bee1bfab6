import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { whoAnswered } from "@/components/query/problem-messages";
import { useGo } from "@/components/ui/browser/use-go";
import { TextLink } from "@/components/ui/buttons/link";
import { SelectField } from "@/components/ui/fields/select-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { againParam, resultsParam } from "@/lib/client/lists/recall-file";
import { read } from "@/lib/client/query";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { countRecall, joinResults } from "@/lib/contract/console/inbox/campaign-results";
import { knownName } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { Problem } from "@/lib/contract/problem";
import { formatRaw } from "@/lib/format/format-raw";
import { leftOutSentences, recallSentence, recallTitle } from "./recall-messages";

type CallAgainDialogProps = { campaign_id: string; chosen: readonly string[]; onClose: () => void };

/** Asks for the campaign in which people are called again. The list then passes every step of an import. */
export function CallAgainDialog({ campaign_id, chosen, onClose }: CallAgainDialogProps) {
  const go = useGo();
  const results = joinResults(chosen);
  const count = useQuery({ ...read(countRecall, { campaign_id, results }), staleTime: 0 });
  const campaigns = useQuery(read(listKnownCampaigns, {})).data?.value.data ?? [];
  const own = campaigns.find(({ id }) => id === campaign_id);
  const choices = targetsOf(campaigns, campaign_id);
  const [picked, setPicked] = useState<string>();
  const target = picked ?? choices[0]?.id;
  const found = count.isFetchedAfterMount ? count.data?.value : undefined;
  const sentences = found ? leftOutSentences(found) : [];
  return (
    <FormDialog
      title={recallTitle(found)}
      submitLabel="Check the list"
      isSending={false}
      isReady={found !== undefined && found.people > 0 && target !== undefined}
      onSubmit={() =>
        target !== undefined &&
        go(
          `/campaigns/${idToPath(target)}/contacts?${new URLSearchParams({ step: "review", [againParam]: campaign_id, [resultsParam]: results })}`,
        )
      }
      onClose={onClose}
    >
      <div className="text-ink-2" role="status">
        {found && found.people > 0 && <p>{recallSentence(found)}</p>}
        {sentences.map((sentence) => (
          <p key={sentence} className="mt-1 font-semibold text-ink">
            {sentence}
          </p>
        ))}
        {!found && !count.error && <p>Counting…</p>}
        {count.error && (
          <p>They could not be counted: {count.error instanceof Problem ? whoAnswered(count.error) : "try again"}.</p>
        )}
      </div>
      {choices.length > 0 ? (
        <SelectField
          label="Campaign"
          data-first-focus
          value={target}
          hint={hintOf(own, target === campaign_id)}
          onChange={(event) => setPicked(event.target.value)}
        >
          {choices.map((campaign) => (
            <option key={campaign.id} value={campaign.id}>
              {campaign.id === campaign_id ? "This campaign" : (knownName(campaign) ?? campaign.id)}
              {campaign.status !== null && `, ${formatRaw(campaign.status)}`}
            </option>
          ))}
        </SelectField>
      ) : (
        <p>
          No other campaign is in Switchboard. <TextLink href="/campaigns?ask=add">Add campaigns</TextLink>
        </p>
      )}
    </FormDialog>
  );
}

const order = ["unstarted", "paused", undefined, "running"];

/** Campaigns that have not ended: those that call nobody yet first, and the campaign itself last. */
function targetsOf(campaigns: readonly KnownCampaign[], campaign_id: string) {
  const rank = ({ id, status }: KnownCampaign) => (id === campaign_id ? order.length : order.indexOf(stageOf(status)));
  return campaigns
    .filter(({ status, not_found_since }) => !not_found_since && stageOf(status) !== "ended")
    .toSorted((one, other) => rank(one) - rank(other));
}

function hintOf(own: KnownCampaign | undefined, isOwn: boolean): string | undefined {
  if (isOwn) return "The platform may refuse people whom this campaign has already.";
  return own && stageOf(own.status) === "ended" ? "This campaign has ended, so it cannot call again." : undefined;
}
