"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { QueryView } from "@/components/ui/query-view";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { listCredentials } from "@/lib/contract/credentials";
import { CredentialDrawer } from "./credential-drawer";
import { CredentialsTable } from "./credentials-table";
import { firstCredentials } from "./first-credentials";
import { NoCredentials } from "./no-credentials";

export function CredentialsScreen() {
  const url = useUrlState();
  const [limit, setLimit] = useState(firstCredentials.limit);
  const credentials = useQuery({ ...read(listCredentials, { limit }), placeholderData: (before) => before });
  const opened = url.get("credential");

  return (
    <div className="desk">
      <div className="left">
        <PageHead title="Server credentials">
          Used for integrations. A secret never comes back from the API, only a preview of it.
        </PageHead>
        <QueryView
          query={credentials}
          label="credentials"
          isEmpty={({ data = [] }) => data.length === 0}
          empty={<NoCredentials />}
        >
          {({ value: { data = [], total } }) => (
            <>
              <CredentialsTable credentials={data} total={total ?? undefined} />
              {typeof total === "number" && total > data.length && (
                <div className="foot">
                  <Button onClick={() => setLimit(total)} isSending={credentials.isFetching} sendingLabel="Reading…">
                    Read all {total}
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryView>
      </div>
      {opened !== undefined && (
        <CredentialDrawer
          key={opened}
          credential_id={opened}
          listed={credentials.data?.value.data ?? []}
          onClose={() => url.close("credential")}
        />
      )}
    </div>
  );
}
