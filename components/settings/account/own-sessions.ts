import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Answer } from "@/lib/client/answer";
import { askAuth } from "@/lib/client/ask-auth";
import { clock } from "@/lib/clock";
import type { SignedInSession } from "@/lib/contract/console/people/team";

export const ownSessionsResource = "own-sessions";

export const readOwnSessions = queryOptions({
  queryKey: [ownSessionsResource, "list"],
  queryFn: async (): Promise<Answer<{ data: SignedInSession[] }>> => {
    const raw = await askAuth("list-sessions");
    const readAt = clock.now().toISOString();
    return { value: raw as { data: SignedInSession[] }, raw, status: 200, requestId: "", readAt, drift: [] };
  },
});

/** Ends one of the user's sessions; without an ID all except the current one. */
export const endOwnSessions = mutationOptions({
  mutationKey: [ownSessionsResource, "end"],
  mutationFn: async (id: string | undefined) =>
    (await (id === undefined ? askAuth("revoke-other-sessions", {}) : askAuth("revoke-session", { id }))) as {
      message: string;
    },
  retry: false,
  networkMode: "always",
});
