import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Answer } from "@/lib/client/answer";
import { askAuth } from "@/lib/client/ask-auth";

export type OwnSession = {
  id: string;
  created_at: string;
  last_seen_at: string;
  address: string | null;
  browser: string | null;
  is_current: boolean;
};

const resource = "own-sessions";

/** Where one is signed in now. */
export const readOwnSessions = queryOptions({
  queryKey: [resource, "list"],
  queryFn: async (): Promise<Answer<{ data: OwnSession[] }>> => {
    const raw = await askAuth("list-sessions");
    const readAt = new Date().toISOString();
    return { value: raw as { data: OwnSession[] }, raw, status: 200, requestId: "", readAt, drift: [] };
  },
});

/** Ends one session of one's own, or with no id every other than this one. */
export const endOwnSessions = mutationOptions({
  mutationKey: [resource, "end"],
  mutationFn: async (id: string | undefined) =>
    (await (id === undefined ? askAuth("revoke-other-sessions", {}) : askAuth("revoke-session", { id }))) as {
      message: string;
    },
  retry: false,
  networkMode: "always",
});
