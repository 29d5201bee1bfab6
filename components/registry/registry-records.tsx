"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { read } from "@/lib/client/query";
import { listSaved } from "@/lib/contract/console/saved";
import { registryColumns } from "./registry-columns";
import { RegistryList } from "./registry-list";
import { rowOf } from "./registry-row";

export type RegistryRecordsProps = { resource: string; empty: ReactNode };

/** The list of a resource of which nothing but the registry is known. */
export function RegistryRecords({ resource, empty }: RegistryRecordsProps) {
  const saved = useQuery(read(listSaved, { resource }));
  const rows = useMemo(() => (saved.data?.value.data ?? []).map(rowOf), [saved.data]);
  const columns = useMemo(() => {
    const { select, name, status, id } = registryColumns(resource);
    return [select, name, status, id];
  }, [resource]);
  return <RegistryList resource={resource} query={saved} rows={rows} columns={columns} empty={empty} />;
}
