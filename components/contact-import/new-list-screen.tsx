"use client";

import { ButtonLink } from "@/components/ui/buttons/button";
import { ImportScreen } from "./import-screen";
import { noCampaign } from "./state/session-state";

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
