"use client";

import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "@/components/ui/buttons/button";
import { read } from "@/lib/client/query";
import { getOverview } from "@/lib/contract/console/summary";
import { idToPath } from "@/lib/contract/identifier";

/** On the demo platform, the way to a record of a list that is empty: whoever opens it finds it in the list from then on. */
export function OpenSample({ resource }: { resource: string }) {
  const samples = useQuery(read(getOverview, {})).data?.value.data.samples;
  return samples
    ?.filter((sample) => sample.resource === resource)
    .map(({ id, name }) => (
      <ButtonLink key={id} href={`/${resource}/${idToPath(id)}`} title={name}>
        Open the sample {resource.replace(/s$/, "")}
      </ButtonLink>
    ));
}
