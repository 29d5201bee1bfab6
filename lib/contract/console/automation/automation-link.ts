import { idToPath } from "@/lib/contract/identifier";
import { isAllowed, type Role } from "@/lib/contract/operation";
import { getAlertSettings } from "../alert-settings";

/** Where the dialogs of guard rails are now. */
const rules: Readonly<Record<string, string>> = {
  balance: "balance_low",
  deliveries: "deliveries_share",
  failed_calls: "calls_failing",
};

/** Leads links to the earlier page of guard rails and scheduled actions to where these are now. */
export function automationLink(role: Role, param: (name: string) => string | undefined): string {
  const [ask = "", campaign] = [param("ask"), param("campaign")];
  if (campaign !== undefined) return `/campaigns/${idToPath(campaign)}?ask=hours`;
  if (!isAllowed(getAlertSettings, role)) return "/campaigns/scheduled";
  if (ask in rules) return `/settings/alerts/rules?ask=${rules[ask]}`;
  return ask === "" ? "/settings/alerts" : "/settings/alerts/rules";
}
