import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { Answer } from "@/lib/client/answer";
import { askAuth } from "@/lib/client/ask-auth";

const ownSession = z.object({
  id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  is_current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

const resource = "own-sessions";
const sessions = z.object({ data: z.array(ownSession) });
const said = z.object({ message: z.string() });

/** Where one is signed in now. */
export const readOwnSessions = queryOptions({
  queryKey: [resource, "list"],
  queryFn: async (): Promise<Answer<z.output<typeof sessions>>> => {
    const raw = await askAuth("list-sessions");
    const readAt = new Date().toISOString();
    return { value: sessions.parse(raw), raw, status: 200, requestId: "", readAt, drift: [] };
  },
});

/** Ends one session of one's own, or with no id every other than this one. */
export const endOwnSessions = mutationOptions({
  mutationKey: [resource, "end"],
  mutationFn: async (id: string | undefined) =>
    said.parse(await (id === undefined ? askAuth("revoke-other-sessions", {}) : askAuth("revoke-session", { id }))),
  retry: false,
  networkMode: "always",
});
