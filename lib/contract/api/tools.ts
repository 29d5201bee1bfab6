import { notShown, result, unknownRecord } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

export const getTool = operation({
  id: "tools.get",
  label: "Read a tool",
  method: "GET",
  path: "/v1/tools/{tool_id}",
  output: result(unknownRecord),
  hidesSecrets: true,
  allow: ["admin", "support"],
});

export const deleteTool = operation({
  id: "tools.delete",
  label: "Delete a tool",
  phrase: "delete the tool {it}",
  method: "DELETE",
  path: "/v1/tools/{tool_id}",
  output: notShown,
  allow: ["admin"],
});
