"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { listCredentials } from "@/lib/contract/api/credentials";
import { numberOf } from "@/lib/contract/fields";
import { CredentialDrawer } from "./credential-drawer";
import { CredentialsTable } from "./credentials-table";
import { firstCredentials } from "./first-credentials";
import { type CredentialsRead, isCapped, nextLimit } from "./next-limit";
import { NoCredentials } from "./no-credentials";

export function CredentialsScreen() {
  const url = useUrlState();
  const [{ limit, before }, setAsked] = useState<Asked>({ limit: firstCredentials.limit, before: undefined });
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
          {({ value: { data, total } }) => (
            <>
              <CredentialsTable credentials={data} says={total} />
              <More
                now={{ read: data.length, asked: limit, total: numberOf(total) }}
                before={before}
                isReading={credentials.isFetching}
                onMore={(next) => setAsked({ limit: next, before: data.length })}
              />
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

/** What is asked for, and how many a smaller limit brought. */
type Asked = { limit: number; before: number | undefined };

type MoreProps = {
  now: CredentialsRead;
  before: number | undefined;
  isReading: boolean;
  onMore: (limit: number) => void;
};

/** The endpoint has a limit and no documented way to skip: more means a larger limit, as far as the platform goes along. */
function More({ now, before, isReading, onMore }: MoreProps) {
  const next = nextLimit(now);
  if (!isReading && isCapped(now, before))
    return (
      <p className="bay note">
        Asked for {now.asked.toLocaleString("en-US")}, the platform gave {now.read} again: it gives no more than that at
        once, and documents no way to ask for the others. Open one by its ID: /credentials?credential=ID.
      </p>
    );
  if (next === undefined) return <span hidden />;
  return (
    <div className="foot">
      <Button onClick={() => onMore(next)} isSending={isReading} sendingLabel="Reading…">
        {next === now.total ? `Read all ${next.toLocaleString("en-US")}` : `Ask for ${next.toLocaleString("en-US")}`}
      </Button>
    </div>
  );
}
