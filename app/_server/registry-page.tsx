import { OpenById } from "@/components/registry/open-by-id";
import { RegistryRecords } from "@/components/registry/registry-records";
import { PageHead } from "@/components/ui/page/page-head";
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
