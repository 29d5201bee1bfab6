"use client";

import { useQuery } from "@tanstack/react-query";
import { ChangesSeen } from "@/components/ui/changes-seen";
import { isNotFound, QueryView } from "@/components/ui/query-view";
import { RecordBay } from "@/components/ui/record-bay";
import { RecordNotFound } from "@/components/ui/record-not-found";
import { useChangesSeen } from "@/components/ui/use-changes-seen";
import { useWatch } from "@/components/ui/use-watch";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/campaigns";
import { CampaignAnswers } from "./campaign-answers";
import { CampaignControls } from "./campaign-controls";
import { CampaignHead } from "./campaign-head";
import { ContactsSent } from "./contacts-sent";

export function CampaignScreen({ campaign_id }: { campaign_id: string }) {
  const watch = useWatch();
  const campaign = useQuery({ ...read(getCampaign, { campaign_id }), ...watch.options });
  const changes = useChangesSeen(campaign.data);
  const isThere = campaign.data !== undefined || !isNotFound(campaign.error);

  return (
    <>
      <CampaignHead campaign_id={campaign_id} record={campaign.data?.value.data} isThere={isThere} watch={watch} />
      {isThere && <CampaignControls campaign_id={campaign_id} />}
      <div className="bays cmp fill">
        <div>
          <QueryView
            query={campaign}
            label="campaign"
            id={campaign_id}
            level={2}
            notFound={<RecordNotFound resource="campaigns" noun="campaign" id={campaign_id} label="Campaign ID" />}
          >
            {(answer) => <RecordBay resource="campaigns" noun="campaign" id={campaign_id} answer={answer} />}
          </QueryView>
        </div>
        <div className="side">
          <CampaignAnswers campaign_id={campaign_id} />
          <ChangesSeen changes={changes} isWatching={watch.isWatching} />
          <ContactsSent campaign_id={campaign_id} />
        </div>
      </div>
    </>
  );
}
