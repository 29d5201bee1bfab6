"use client";

import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "@/components/query/query-view";
import { isFirstRead } from "@/components/query/use-hold";
import { useSaved } from "@/components/query/use-saved";
import { useWatch } from "@/components/query/use-watch";
import { ChangesSeen } from "@/components/record/changes-seen";
import { RecordBody } from "@/components/record/record-body";
import { nameOf } from "@/components/record/record-head";
import { useChangesSeen } from "@/components/record/use-changes-seen";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { CampaignAnswers } from "./campaign-answers";
import { CampaignControls } from "./campaign-controls";
import { CampaignHead } from "./campaign-head";
import { ContactsSent } from "./contacts-sent";

export function CampaignScreen({ campaign_id }: { campaign_id: string }) {
  const watch = useWatch();
  const campaign = useQuery({ ...read(getCampaign, { campaign_id }), ...watch.options });
  const changes = useChangesSeen(campaign.data);
  const saved = useSaved("campaigns", campaign_id);
  const record = campaign.data?.value.data;
  const isThere = campaign.data !== undefined || !isNotFound(campaign.error);

  return (
    <>
      <CampaignHead
        campaign_id={campaign_id}
        record={record}
        isReading={isFirstRead(campaign)}
        isThere={isThere}
        watch={watch}
      />
      {isThere && <CampaignControls campaign_id={campaign_id} name={nameOf(record) ?? saved?.label} />}
      <RecordBody query={campaign} resource="campaigns" noun="campaign" id={campaign_id} idLabel="Campaign ID">
        <CampaignAnswers campaign_id={campaign_id} />
        <ChangesSeen changes={changes} isWatching={watch.isWatching} />
        <ContactsSent campaign_id={campaign_id} />
      </RecordBody>
    </>
  );
}
