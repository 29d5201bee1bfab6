"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TableFoot } from "@/components/data-table/table-foot";
import { EmptyActions } from "@/components/query/empty-actions";
import { QueryView } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { rows as tableRows, useIntent } from "@/components/ui/browser/use-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { PageHead } from "@/components/ui/page/page-head";
import { besideDrawerClass, drawerLayoutClass, drawerSpace, sectionClass } from "@/components/ui/page/section";
import { StateSection } from "@/components/ui/page/state-message";
import { read } from "@/lib/client/query";
import { firstCredentials, listCredentials } from "@/lib/contract/api/credentials";
import { numberOf } from "@/lib/contract/fields";
import { formatCount } from "@/lib/format/format-count";
import { CredentialsTable } from "./credentials-table";
import { useCredentialRows } from "./use-credential-states";

const CredentialDrawer = deferred(async () => (await import("./credential-drawer")).CredentialDrawer, drawerSpace);

/** Largest limit ever requested. */
const largestLimit = 10_000;

export function CredentialsScreen() {
  const url = useUrlState();
  const [{ limit, previousCount }, setRequest] = useState<ListRequest>({
    limit: firstCredentials.limit,
    previousCount: undefined,
  });
  const credentials = useQuery({ ...read(listCredentials, { limit }), placeholderData: (before) => before });
  const { rows, areStatesUnread } = useCredentialRows(credentials.data?.value.data ?? []);
  const openedId = url.get("credential");
  useIntent(tableRows, CredentialDrawer.load);

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
              <CredentialsTable all={rows} areStatesUnread={areStatesUnread} reportedTotal={total} />
              <More
                counts={{ loaded: data.length, limit, total: numberOf(total) }}
                previousCount={previousCount}
                isLoading={credentials.isPlaceholderData}
                onMore={(next) => setRequest({ limit: next, previousCount: data.length })}
              />
            </>
          )}
        </QueryView>
      </div>
      {openedId !== undefined && (
        <CredentialDrawer
          key={openedId}
          credential_id={openedId}
          listed={rows.map(({ credential }) => credential)}
          onClose={() => url.close("credential")}
        />
      )}
    </div>
  );
}

/** Requested limit, and the rows that the previous, smaller limit returned. */
type ListRequest = { limit: number; previousCount: number | undefined };

type MoreProps = {
  counts: ListCounts;
  previousCount: number | undefined;
  isLoading: boolean;
  onMore: (limit: number) => void;
};

/** Loads more with a larger limit, because the endpoint has no documented offset. */
function More({ counts, previousCount, isLoading, onMore }: MoreProps) {
  const next = nextLimit(counts);
  if (!isLoading && isCapped(counts, previousCount))
    return (
      <p className={`${sectionClass} text-sm/[17px] text-ink-3`}>
        Requested {formatCount(counts.limit)}, the platform returned {counts.loaded} again. It returns no more at once,
        and documents no way to get the others. Open one by its ID: /credentials?credential=ID.
      </p>
    );
  if (next === undefined) return <span hidden />;
  return (
    <TableFoot>
      <Button onClick={() => onMore(next)} isSending={isLoading} sendingLabel="Loading…">
        {next === counts.total ? `Load all ${formatCount(next)}` : `Load ${formatCount(next)}`}
      </Button>
    </TableFoot>
  );
}

function NoCredentials() {
  return (
    <StateSection kind="empty" heading="No server credentials" actions={<EmptyActions />}>
      The platform lists none. They cannot be created from here.
    </StateSection>
  );
}

type ListCounts = { loaded: number; limit: number; total: number | undefined };

/** Next limit to request; undefined at the end of the list or at the largest limit. */
export function nextLimit({ loaded, limit, total = 0 }: ListCounts): number | undefined {
  const next = Math.min(largestLimit, Math.max(total, limit * 2));
  const hasMore = total > loaded || loaded >= limit;
  return hasMore && next > limit ? next : undefined;
}

/** True if a larger limit returned no more rows although the total is larger: the platform caps its pages. */
export const isCapped = (counts: ListCounts, previousCount: number | undefined) =>
  previousCount !== undefined &&
  counts.loaded <= previousCount &&
  counts.loaded < counts.limit &&
  (counts.total ?? 0) > counts.loaded;
