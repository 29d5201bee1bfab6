import * as z from "zod/mini";
import { identifier, notShown, result, unknownRecord } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

const input = z.object({ tool_id: identifier });

export const getTool = operation({
  id: "tools.get",
  label: "Read a tool",
  method: "GET",
  path: "/v1/tools/{tool_id}",
  input,
  output: result(unknownRecord),
  allow: ["admin"],
});

export const deleteTool = operation({
  id: "tools.delete",
  label: "Delete a tool",
  act: "delete the tool {it}",
  method: "DELETE",
  path: "/v1/tools/{tool_id}",
  input,
  output: notShown,
  allow: ["admin"],
});
