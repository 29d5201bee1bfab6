"use client";

import { useQuery } from "@tanstack/react-query";
import { isFirstRead, useShouldWait } from "@/components/query/query-view";
import { sectionsClass } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { getConnection } from "@/lib/contract/console/connection";
import { ChangeConnection } from "./change-connection";
import { ConnectionSection } from "./connection-section";
import { SettingsFrame } from "./settings-frame";

export function ConnectionScreen() {
  const connection = useQuery(read(getConnection, {}));
  const isWaiting = useShouldWait(isFirstRead(connection));
  return (
    <SettingsFrame>
      <div className={sectionsClass({ columns: "besideFromDesk" })}>
        <ConnectionSection />
        {!isWaiting && <ChangeConnection />}
      </div>
    </SettingsFrame>
  );
}
