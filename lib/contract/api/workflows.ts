import { integer, openWord, record, result, unknownRecord } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export const getWorkflow = operation({
  id: "workflows.get",
  label: "Read a workflow",
  method: "GET",
  path: "/v1/workflows/{workflow_ref}",
  output: result(unknownRecord),
  allow: roles,
});

export const publishWorkflow = operation({
  id: "workflows.publish",
  label: "Publish a workflow",
  phrase: "publish {it}",
  method: "POST",
  path: "/v1/workflows/{workflow_ref}/publish",
  output: result(record({ version: integer, status: openWord("published") })),
  allow: ["admin"],
});
