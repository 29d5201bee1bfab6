"use client";

import Link from "next/link";
import { useMay } from "@/components/query/use-me";
import { useSaved } from "@/components/query/use-saved";
import type { useWatch } from "@/components/query/use-watch";
import { whoCan } from "@/components/query/who-can";
import { LabelEditor } from "@/components/record/label-editor";
import { PinButton } from "@/components/record/pin-button";
import { RecordHead } from "@/components/record/record-head";
import { Icon } from "@/components/ui/icon";
import { Switch } from "@/components/ui/switch";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { idToPath } from "@/lib/contract/identifier";

type CampaignHeadProps = {
  campaign_id: string;
  record: Record<string, unknown> | undefined;
  isReading: boolean;
  /** False once the API answered that there is none. */
  isThere: boolean;
  watch: ReturnType<typeof useWatch>;
};

export function CampaignHead({ campaign_id, record, isReading, isThere, watch }: CampaignHeadProps) {
  const saved = useSaved("campaigns", campaign_id);
  return (
    <RecordHead
      resource="campaigns"
      id={campaign_id}
      record={record}
      isReading={isReading}
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
  if (!may) return <span className="off-note">Importing contacts: {whoCan(uploadContacts.allow).toLowerCase()}</span>;
  return (
    <Link className="btn pri" href={`/campaigns/${idToPath(campaign_id)}/contacts`}>
      <Icon name="up" />
      Import contacts
    </Link>
  );
}
