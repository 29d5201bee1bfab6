"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useMe } from "@/components/query/use-me";
import { read } from "@/lib/client/query";
import { listSaved } from "@/lib/contract/console/saved";
import { linkOf } from "./record-links";
import type { LinkFor } from "./record-value";

/** Links the identifiers inside a record to their pages; `own` is the record's own identifier, which needs none. */
export function useLinkFor(own?: string): LinkFor {
  const saved = useQuery(read(listSaved, {})).data?.value.data;
  const { role } = useMe();
  const known = useMemo(() => new Map((saved ?? []).map((each) => [each.ref, each])), [saved]);
  return useCallback(
    (value, key) => (value === own ? undefined : linkOf({ key, value, known, role })),
    [known, role, own],
  );
}
