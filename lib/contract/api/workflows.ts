import * as z from "zod/mini";
import { identifier, integer, openWord, record, result, unknownRecord } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

const input = z.object({ workflow_ref: identifier });

export const getWorkflow = operation({
  id: "workflows.get",
  label: "Read a workflow",
  method: "GET",
  path: "/v1/workflows/{workflow_ref}",
  input,
  output: result(unknownRecord),
  allow: roles,
});

export const publishWorkflow = operation({
  id: "workflows.publish",
  label: "Publish a workflow",
  act: "publish {it}",
  method: "POST",
  path: "/v1/workflows/{workflow_ref}/publish",
  input,
  output: result(record({ version: integer, status: openWord("published") })),
  allow: ["admin"],
});
