import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export type SetAside = { key: string; by: string; until: string };

/** The rows of "Needs someone" that are set aside for now. */
export const listSetAside = operation({
  id: "notices.list",
  label: "See what is set aside",
  method: "GET",
  path: "/console/notices",
  input: z.object({}),
  output: ownAnswer<{ data: SetAside[] }>(),
  allow: roles,
});

/** Sets one row aside for a day. */
export const setNoticeAside = operation({
  id: "notices.set_aside",
  label: "Set a notice aside",
  method: "POST",
  path: "/console/notices",
  input: z.object({ key: keptText(300) }),
  output: ownAnswer<{ data: SetAside; message: string }>(),
  allow: roles,
});
