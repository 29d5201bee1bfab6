import { openWord, record, result, unknownRecord } from "@/lib/contract/fields";
import { operation, staff } from "@/lib/contract/operation";

export const getCall = operation({
  id: "calls.get",
  label: "Read a call",
  method: "GET",
  path: "/v1/calls/{call_id}",
  output: result(unknownRecord),
  allow: staff,
});

export const endCall = operation({
  id: "calls.end",
  label: "End a call",
  phrase: "end the call {it}",
  method: "POST",
  path: "/v1/calls/{call_id}/end",
  output: result(record({ status: openWord("ended") })),
  allow: ["admin", "campaign_manager", "support"],
  onlyInCampaigns: ["campaign_manager"],
});
