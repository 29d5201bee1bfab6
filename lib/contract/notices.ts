import { z } from "zod";
import { keptText } from "./kept-text";
import { operation, roles } from "./operation";

export const setAside = z.object({ key: z.string(), by: z.string(), until: z.string() });

/** The rows of "Needs someone" that are set aside for now. */
export const listSetAside = operation({
  id: "notices.list",
  method: "GET",
  path: "/console/notices",
  input: z.object({}),
  output: z.object({ data: z.array(setAside) }),
  allow: roles,
});

/** Sets one row aside for a day. */
export const setNoticeAside = operation({
  id: "notices.set_aside",
  method: "POST",
  path: "/console/notices",
  input: z.object({ key: keptText(300) }),
  output: z.object({ data: setAside, message: z.string() }),
  allow: roles,
});
