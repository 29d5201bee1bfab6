import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "@/components/ui/page/live-region";

export function useRefresh() {
  const client = useQueryClient();
  const announce = useAnnounce();
  return () => {
    announce("Refreshing");
    void runFirstReads(client).then(() => client.invalidateQueries({ type: "active" }));
  };
}

/** Runs reads that must finish before a refetch can return new data. */
async function runFirstReads(client: QueryClient) {
  const reads = client
    .getQueryCache()
    .findAll({ type: "active" })
    .map(({ meta }) => meta?.readFirst);
  await Promise.allSettled(reads.map((read) => typeof read === "function" && read()));
}
