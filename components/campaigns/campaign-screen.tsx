"use client";

import { useQuery } from "@tanstack/react-query";
import { isFirstRead, isNotFound, useHold } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useSaved } from "@/components/query/use-saved";
import { useWatch } from "@/components/query/use-watch";
import { whoCan } from "@/components/query/who-can";
import { LabelEditor } from "@/components/record/label-editor";
import { PinButton } from "@/components/record/pin-button";
import { ChangesSeen, type SeenChange } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { nameOf, RecordHead } from "@/components/record/record-head";
import { AnswersList } from "@/components/send/answers-list";
import { ButtonLink } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Switch } from "@/components/ui/fields/switch";
import { read } from "@/lib/client/query";
import { getCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import {
  type CampaignProgress as CampaignProgressKept,
  getCampaignProgress,
} from "@/lib/contract/console/campaign-progress";
import { idToPath } from "@/lib/contract/identifier";
import { CampaignControls } from "./campaign-controls";
import { CampaignProgress } from "./campaign-progress";
import { ContactsSent } from "./contacts-sent";

export function CampaignScreen({ campaign_id }: { campaign_id: string }) {
  const watch = useWatch();
  const campaign = useQuery({ ...read(getCampaign, { campaign_id }), ...watch.options });
  const kept = useQuery({ ...read(getCampaignProgress, { campaign_id }), refetchInterval: keptAgainMs });
  // What stands below waits for both, or it would be pushed down.
  const isHeld = useHold(isFirstRead(kept) || isFirstRead(campaign));
  const saved = useSaved("campaigns", campaign_id);
  const record = campaign.data?.value.data;
  const isThere = campaign.data !== undefined || !isNotFound(campaign.error);

  return (
    <>
      <CampaignHead
        campaign_id={campaign_id}
        record={record}
        isLoading={isFirstRead(campaign)}
        isThere={isThere}
        watch={watch}
      />
      {isThere && <CampaignControls campaign_id={campaign_id} name={nameOf(record) ?? saved?.label} />}
      {isThere && <CampaignProgress kept={kept} campaign={campaign} />}
      {!isHeld && (
        <RecordBody query={campaign} resource="campaigns" noun="campaign" id={campaign_id} idLabel="Campaign ID">
          <CampaignAnswers campaign_id={campaign_id} />
          <ChangesSeen changes={changesIn(kept.data?.value.data)} empty="None since it was first seen here." />
          <ContactsSent campaign_id={campaign_id} />
        </RecordBody>
      )}
    </>
  );
}

const keptAgainMs = 10_000;

const changesIn = (progress: CampaignProgressKept | null | undefined): SeenChange[] =>
  (progress?.changes ?? [])
    .flatMap(({ at, fields }) => fields.map(({ path, ...change }) => ({ at, path: path.split("."), ...change })))
    .map((change, id) => ({ ...change, id }));

function CampaignAnswers({ campaign_id }: { campaign_id: string }) {
  return (
    <AnswersList
      resource="campaigns"
      target={campaign_id}
      only={({ action }) => action !== uploadContacts.id}
      empty="No command was sent from here to this campaign."
    />
  );
}

type CampaignHeadProps = {
  campaign_id: string;
  record: Record<string, unknown> | undefined;
  isLoading: boolean;
  /** False once the API answered that there is none. */
  isThere: boolean;
  watch: ReturnType<typeof useWatch>;
};

function CampaignHead({ campaign_id, record, isLoading, isThere, watch }: CampaignHeadProps) {
  const saved = useSaved("campaigns", campaign_id);
  return (
    <RecordHead
      resource="campaigns"
      id={campaign_id}
      record={record}
      isLoading={isLoading}
      label={saved?.label}
      crumbs={[{ label: "Campaigns", href: "/campaigns" }]}
      meta={<LabelEditor resource="campaigns" id={campaign_id} label={saved?.label ?? null} />}
      actions={
        isThere && (
          <>
            <Switch checked={watch.isWatching} onChange={watch.setIsWatching}>
              Watch
            </Switch>
            <PinButton resource="campaigns" id={campaign_id} isPinned={saved?.pinned ?? false} />
            <ImportLink campaign_id={campaign_id} />
          </>
        )
      }
    />
  );
}

function ImportLink({ campaign_id }: { campaign_id: string }) {
  const may = useMay(uploadContacts);
  if (!may)
    return (
      <span className="text-sm leading-5 text-ink-3">
        Importing contacts: {whoCan(uploadContacts.allow).toLowerCase()}
      </span>
    );
  return (
    <ButtonLink variant="primary" href={`/campaigns/${idToPath(campaign_id)}/contacts`}>
      <Icon name="up" />
      Import contacts
    </ButtonLink>
  );
}
