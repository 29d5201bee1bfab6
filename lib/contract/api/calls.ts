import * as z from "zod/mini";
import { identifier, openWord, record, result, unknownRecord } from "@/lib/contract/fields";
import { operation, staff } from "@/lib/contract/operation";

const input = z.object({ call_id: identifier });

export const getCall = operation({
  id: "calls.get",
  label: "Read a call",
  method: "GET",
  path: "/v1/calls/{call_id}",
  input,
  output: result(unknownRecord),
  allow: staff,
});

export const endCall = operation({
  id: "calls.end",
  label: "End a call",
  act: "end the call {it}",
  method: "POST",
  path: "/v1/calls/{call_id}/end",
  input,
  output: result(record({ status: openWord("ended") })),
  allow: ["admin", "campaign_manager", "support"],
  onlyInCampaigns: ["campaign_manager"],
});
