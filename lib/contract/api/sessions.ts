import { notShown } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

export const endSession = operation({
  id: "sessions.end",
  label: "End a session",
  phrase: "end the session {it}",
  method: "POST",
  path: "/v1/sessions/{session_id}/end",
  output: notShown,
  allow: ["admin", "support"],
});
