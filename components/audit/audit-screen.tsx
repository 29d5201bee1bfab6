"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { StateFace } from "@/components/ui/state-face";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { listAudit } from "@/lib/contract/console/audit";
import { AuditBar } from "./audit-bar";
import { AuditDrawer } from "./audit-drawer";
import { auditFilters } from "./audit-filters";
import { AuditTable } from "./audit-table";
import { ExportAudit } from "./export-audit";
import { NoEntry } from "./no-entry";

export function AuditScreen() {
  const url = useUrlState();
  const filters = auditFilters(url.get);
  const entries = useQuery({ ...read(listAudit, filters), placeholderData: (before) => before });
  const { data = [], total } = entries.data?.value ?? {};
  const asked = url.get("entry");
  const opened = data.find(({ id }) => id === asked);
  const isMissing = asked !== undefined && !opened && entries.data && !entries.isPlaceholderData;
  const close = () => url.close("entry");

  return (
    <div className="desk">
      <div className="left audit-log">
        <PageHead title="Audit log" actions={<ExportAudit filters={filters} total={total} />}>
          Everything sent from here, and who came in. It is only ever added to, and kept for as long as Switchboard's
          database is.
        </PageHead>
        <AuditBar shown={data.length} total={total} />
        <QueryView
          query={entries}
          label="the audit log"
          isEmpty={({ data: rows }) => rows.length === 0}
          empty={<NoEntries onClear={() => url.set(noFilters)} />}
        >
          {({ value: { data: rows, next } }) => (
            <>
              <AuditTable entries={rows} />
              <div className="foot row">
                {filters.before !== undefined && (
                  <Button onClick={() => url.set({ before: undefined, entry: undefined })}>Newest</Button>
                )}
                {next !== null && <Button onClick={() => url.set({ before: next, entry: undefined })}>Older</Button>}
              </div>
            </>
          )}
        </QueryView>
      </div>
      {isMissing && <NoEntry id={asked} onClose={close} />}
      {opened && <AuditDrawer key={opened.id} entry={opened} ids={data.map(({ id }) => id)} onClose={close} />}
    </div>
  );
}

const noFilters = { text: undefined, action: undefined, outcome: undefined, before: undefined, entry: undefined };

function NoEntries({ onClear }: { onClear: () => void }) {
  return (
    <div className="bay">
      <StateFace
        face="empty"
        heading="No entry matches"
        level={2}
        actions={
          <Button size="small" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        Nothing of this kind was done here.
      </StateFace>
    </div>
  );
}
