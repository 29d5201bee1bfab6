import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "@/components/ui/page/live-region";

let refreshedAtMs = Number.NEGATIVE_INFINITY;
const justMs = 10_000;

/** True for the seconds in which the answers to a refresh come: what they bring was asked for. */
export const wasJustRefreshed = () => performance.now() - refreshedAtMs < justMs;

export function useRefresh() {
  const client = useQueryClient();
  const announce = useAnnounce();
  return () => {
    announce("Refreshing");
    refreshedAtMs = performance.now();
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
