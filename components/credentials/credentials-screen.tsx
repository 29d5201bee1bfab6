"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TableFoot } from "@/components/data-table/table-foot";
import { QueryView } from "@/components/query/query-view";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { PageHead } from "@/components/ui/page/page-head";
import { besideDrawerClass, drawerLayoutClass, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { read } from "@/lib/client/query";
import { firstCredentials, listCredentials } from "@/lib/contract/api/credentials";
import { numberOf } from "@/lib/contract/fields";
import { formatCount } from "@/lib/format/format-count";
import { CredentialsTable } from "./credentials-table";

const CredentialDrawer = deferred(async () => (await import("./credential-drawer")).CredentialDrawer);

/** No list is asked for with a larger limit. */
const largestLimit = 10_000;

export function CredentialsScreen() {
  const url = useUrlState();
  const [{ limit, before }, setAsked] = useState<Asked>({ limit: firstCredentials.limit, before: undefined });
  const credentials = useQuery({ ...read(listCredentials, { limit }), placeholderData: (before) => before });
  const opened = url.get("credential");
  useAtRest(CredentialDrawer.load);

  return (
    <div className={drawerLayoutClass}>
      <div className={besideDrawerClass}>
        <PageHead title="Server credentials">
          Used for integrations. The platform shows only a preview of each secret.
        </PageHead>
        <QueryView
          query={credentials}
          label="credentials"
          isEmpty={({ data = [] }) => data.length === 0}
          empty={<NoCredentials />}
        >
          {({ value: { data, total } }) => (
            <>
              <CredentialsTable credentials={data} reportedTotal={total} />
              <More
                now={{ read: data.length, asked: limit, total: numberOf(total) }}
                before={before}
                isLoading={credentials.isPlaceholderData}
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
  isLoading: boolean;
  onMore: (limit: number) => void;
};

/** The endpoint has a limit and no documented way to skip: more means a larger limit, as far as the platform goes along. */
function More({ now, before, isLoading, onMore }: MoreProps) {
  const next = nextLimit(now);
  if (!isLoading && isCapped(now, before))
    return (
      <p className={`${sectionClass} text-sm/[17px] text-ink-3`}>
        Asked for {formatCount(now.asked)}, the platform gave {now.read} again: it gives no more than that at once, and
        documents no way to ask for the others. Open one by its ID: /credentials?credential=ID.
      </p>
    );
  if (next === undefined) return <span hidden />;
  return (
    <TableFoot>
      <Button onClick={() => onMore(next)} isSending={isLoading} sendingLabel="Reading…">
        {next === now.total ? `Read all ${formatCount(next)}` : `Ask for ${formatCount(next)}`}
      </Button>
    </TableFoot>
  );
}

function NoCredentials() {
  return (
    <div className={sectionClass}>
      <StateMessage kind="empty" heading="No server credentials" level={2}>
        The platform lists none. They cannot be created from here.
      </StateMessage>
    </div>
  );
}

type CredentialsRead = { read: number; asked: number; total: number | undefined };

/** The limit to ask with next; undefined where the list has ended or there is no larger one. */
export function nextLimit({ read, asked, total = 0 }: CredentialsRead): number | undefined {
  const next = Math.min(largestLimit, Math.max(total, asked * 2));
  const hasMore = total > read || read >= asked;
  return hasMore && next > asked ? next : undefined;
}

/** Whether a larger limit brought no more although more are said to be there: the platform has a largest page of its own. */
export const isCapped = (now: CredentialsRead, before: number | undefined) =>
  before !== undefined && now.read <= before && now.read < now.asked && (now.total ?? 0) > now.read;
