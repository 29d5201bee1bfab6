"use client";

import { useQuery } from "@tanstack/react-query";
import { whoAnswered } from "@/components/query/problem-messages";
import { useSaved } from "@/components/query/use-saved";
import { ButtonLink } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { noCampaign } from "@/lib/client/lists/offered-file";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { titleOf } from "@/lib/contract/fields";
import { idToPath } from "@/lib/contract/identifier";
import { Problem } from "@/lib/contract/problem";
import { formatRaw } from "@/lib/format/format-raw";
import { ImportScreen } from "./import-screen";

/** The import of a campaign. */
export function ContactsScreen({ campaign_id }: { campaign_id: string }) {
  const campaign = useQuery(read(getCampaign, { campaign_id }));
  const saved = useSaved("campaigns", campaign_id);
  const record = campaign.data?.value.data;
  const name = titleOf(record) ?? saved?.label ?? undefined;
  const crumbs = [
    { label: "Campaigns", href: "/campaigns" },
    { label: name ?? campaign_id, href: `/campaigns/${idToPath(campaign_id)}` },
  ];
  return (
    <ImportScreen
      campaign_id={campaign_id}
      campaignName={name}
      title={{ crumbs }}
      notices={<CampaignNotice problem={campaign.error} status={record ? statusIn(record) : null} />}
    />
  );
}

function CampaignNotice({ problem, status }: { problem: Error | null; status: string | null }) {
  const isEnded = stageOf(status) === "ended";
  if (!isEnded && !(problem instanceof Problem)) return undefined;
  return (
    <Notice tone="wait" className="m-4">
      {problem instanceof Problem && (
        <p>
          {problem.code === "not_found"
            ? "The platform has no campaign with this ID."
            : `The campaign could not be read: ${whoAnswered(problem)}.`}
        </p>
      )}
      {isEnded && <p>The status of this campaign is {formatRaw(status)}: the platform may not accept more contacts.</p>}
    </Notice>
  );
}

/** The import of a list whose campaign is chosen before the upload. */
export function NewListScreen() {
  return (
    <ImportScreen
      campaign_id={noCampaign}
      title={{
        children: "Check a list here first, and choose its campaign before the upload.",
        actions: (
          <ButtonLink icon="plus" href="/campaigns?ask=add">
            Add campaigns
          </ButtonLink>
        ),
      }}
    />
  );
}
