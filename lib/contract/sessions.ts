import { z } from "zod";
import { notShown } from "./fields";
import { operation } from "./operation";

export const endSession = operation({
  id: "sessions.end",
  method: "POST",
  path: "/v1/sessions/{session_id}/end",
  input: z.object({ session_id: z.string() }),
  output: notShown,
  allow: ["admin", "support"],
});
