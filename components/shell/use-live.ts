"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { hydrated } from "@/components/query/reads-boundary";
import { goLive } from "./go-live";

/** Live updates for this tab. `since`: when the server rendered the page, in ms. */
export function useLive(since: number) {
  const client = useQueryClient();
  const page = usePathname();
  const live = useRef<ReturnType<typeof goLive>>(undefined);
  useEffect(() => {
    let isMounted = true;
    void hydrated.then(() => {
      if (isMounted) live.current = goLive(client, { page: location.pathname, since });
    });
    return () => {
      isMounted = false;
      live.current?.stop();
    };
  }, [client, since]);
  useEffect(() => live.current?.show(page), [page]);
}
