"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { goLive } from "./go-live";

export function useLive(since: number) {
  const client = useQueryClient();
  const page = usePathname();
  const live = useRef<ReturnType<typeof goLive>>(undefined);
  useEffect(() => live.current?.show(page), [page]);
  useEffect(() => {
    live.current = goLive(client, { page: location.pathname, since });
    return () => live.current?.stop();
  }, [client, since]);
}
