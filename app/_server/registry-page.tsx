import { RegistryRecords } from "@/components/registry/registry-records";
import { PageHead } from "@/components/ui/page/page-head";
import { listSaved } from "@/lib/contract/console/saved";
import type { Operation } from "@/lib/contract/operation";
import { ConsolePage } from "./console-page";
import { start } from "./server-reads";

type RegistryPageProps = { needs: Operation; title: string; idName?: string };

/** Lists the records of a resource that the platform cannot list. `needs` reads one of them. */
export function RegistryPage({ needs, title, idName = "ID" }: RegistryPageProps) {
  const resource = title.toLowerCase();
  return (
    <ConsolePage needs={needs} reads={[start(listSaved, { resource })]}>
      <PageHead title={title}>
        The platform has no list of {resource}. Switchboard lists those that someone opened or added, or that it found
        in responses.
      </PageHead>
      <RegistryRecords resource={resource} empty={`Add them by ${idName}, or paste one into Find.`} />
    </ConsolePage>
  );
}
