import { confirmation, notShown, result, unknownRecord } from "@/lib/contract/fields";
import { type ConfirmedPeople, operation, type Role, roles } from "@/lib/contract/operation";

const calls = {
  confirms: (campaign: ConfirmedPeople) => [campaign],
  ownInput: ["confirmed_people", "confirmed_blocked"],
} as const;
const allow: readonly Role[] = ["admin", "campaign_manager"];

export const getCampaign = operation({
  id: "campaigns.get",
  label: "Read a campaign",
  method: "GET",
  path: "/v1/campaigns/{campaign_id}",
  output: result(unknownRecord),
  allow: roles,
});

export const startCampaign = operation({
  id: "campaigns.start",
  label: "Start a campaign",
  phrase: "start {it}",
  method: "POST",
  path: "/v1/campaigns/{campaign_id}/start",
  ...calls,
  output: confirmation,
  allow,
});

export const pauseCampaign = operation({
  id: "campaigns.pause",
  label: "Pause a campaign",
  phrase: "pause {it}",
  method: "POST",
  path: "/v1/campaigns/{campaign_id}/pause",
  output: confirmation,
  allow,
});

export const resumeCampaign = operation({
  id: "campaigns.resume",
  label: "Resume a campaign",
  phrase: "resume {it}",
  method: "POST",
  path: "/v1/campaigns/{campaign_id}/resume",
  ...calls,
  output: confirmation,
  allow,
});

export const cancelCampaign = operation({
  id: "campaigns.cancel",
  label: "Cancel a campaign",
  phrase: "cancel {it}",
  method: "POST",
  path: "/v1/campaigns/{campaign_id}/cancel",
  output: confirmation,
  allow,
});

/** Uploads a CSV with the header `phone_number,name`, in one multipart part named `file`. */
export const uploadContacts = operation({
  id: "campaigns.upload_contacts",
  label: "Upload contacts",
  phrase: "upload {contacts} to {it}",
  method: "POST",
  path: "/v1/campaigns/{campaign_id}/contacts/upload",
  output: notShown,
  allow,
  body: "file",
});

/** Has the platform check a contact list without adding its contacts. */
export const validateContacts = operation({
  id: "campaigns.validate_contacts",
  label: "Have the platform check contacts",
  phrase: "have {contacts} checked for {it}",
  minor: "contact check",
  method: "POST",
  path: "/v1/campaigns/{campaign_id}/contacts/validate-csv",
  output: notShown,
  allow,
  body: "file",
});
