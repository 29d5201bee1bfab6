"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { OpenById } from "@/components/registry/open-by-id";
import { registryColumns } from "@/components/registry/registry-columns";
import { RegistryList } from "@/components/registry/registry-list";
import { rowOf } from "@/components/registry/registry-row";
import { PageHead } from "@/components/ui/page/page-head";
import { read } from "@/lib/client/query";
import { listSaved } from "@/lib/contract/console/saved";
import type { Operation } from "@/lib/contract/operation";
import { ConsolePage } from "./console-page";
import { start } from "./server-reads";

type RegistryPageProps = { needs: Operation; title: string; idName?: string; hint: string };

/** Lists the records of a resource that the platform cannot list. `needs` reads one of them. */
export function RegistryPage({ needs, title, idName = "ID", hint }: RegistryPageProps) {
  const resource = title.toLowerCase();
  return (
    <ConsolePage needs={needs} reads={[start(listSaved, { resource })]}>
      <PageHead title={title}>
        The platform has no list of {resource}. Switchboard lists those that someone opened or added, or that it found
        in responses.
      </PageHead>
      <OpenById base={resource} label={`Open by ${idName}`} hint={hint} />
      <RegistryRecords resource={resource} empty={`Paste a ${resource.slice(0, -1)}’s ${idName} above.`} />
    </ConsolePage>
  );
}

type RegistryRecordsProps = { resource: string; empty: ReactNode };

/** The list of a resource of which nothing but the registry is known. */
export function RegistryRecords({ resource, empty }: RegistryRecordsProps) {
  const saved = useQuery(read(listSaved, { resource }));
  const rows = useMemo(() => (saved.data?.value.data ?? []).map(rowOf), [saved.data]);
  const columns = useMemo(() => {
    const { select, name, status, id, read, source, pin } = registryColumns(resource);
    return [select, name, status, id, read, source, pin];
  }, [resource]);
  return <RegistryList resource={resource} query={saved} rows={rows} columns={columns} empty={empty} />;
}
