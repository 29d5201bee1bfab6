import { getCall } from "../../lib/contract/api/calls";
import { getCampaign, pauseCampaign, resumeCampaign } from "../../lib/contract/api/campaigns";
import { listAlertGroups } from "../../lib/contract/console/alerts";
import { addDoNotCall } from "../../lib/contract/console/do-not-call";
import { exportResults } from "../../lib/contract/console/inbox/campaign-results";
import { listReceived } from "../../lib/contract/console/inbox/received";
import { exportDeliveries, listDeliveries } from "../../lib/contract/console/webhook-log/deliveries";
import type { Operation } from "../../lib/contract/operation";

/** A command for bash. It uses the function `ask` and the variables that `about` names. */
export type Example = { title: string; about: string; command: string };

/** The address of an operation, with `$CAMPAIGN_ID` in the place of `{campaign_id}`. */
const addressOf = (op: Operation, query = "") =>
  `"$SWITCHBOARD_URL/api${op.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}${query}"`;

const json = '-H "Content-Type: application/json"';

/** `e2e/programs.spec.ts` runs each of them against a product. */
export const examples: readonly Example[] = [
  {
    title: "Import a list, compared",
    about:
      "In the folder of Switchboard. Set `LIST` to the file. It leaves out people on the do-not-call list, people who were sent before and rows with a fault, and uploads the rest.",
    command: 'npm run import:check -- "$LIST" --send "$CAMPAIGN_ID" --url "$SWITCHBOARD_URL" --yes',
  },
  {
    title: "Pause a campaign",
    about: "`raw.success` says that the platform did it.",
    command: `ask -X ${pauseCampaign.method} ${addressOf(pauseCampaign)}`,
  },
  {
    title: "Resume a campaign, with the people who wait",
    about:
      "Reads how many people wait, and allows as many to be called. If more are waiting when it is sent, it is refused. Many people are never called without this count.",
    command: [
      `waiting=$(ask ${addressOf(getCampaign)} | grep -o '"pending_contacts":[0-9]*' | grep -o '[0-9]*$')`,
      `ask -X ${resumeCampaign.method} ${json} -d "{\\"confirmed_people\\": $waiting}" ${addressOf(resumeCampaign)}`,
    ].join("\n"),
  },
  {
    title: "Deliveries of an hour",
    about: "Set `FROM` and `TO`, such as `2026-12-01T09:00:00Z` and `2026-12-01T10:00:00Z`.",
    command: `ask -X ${listDeliveries.method} ${json} ${addressOf(listDeliveries)} -d "{\\"from\\": \\"$FROM\\", \\"to\\": \\"$TO\\", \\"limit\\": 1000}"`,
  },
  {
    title: "Save the webhook log as CSV",
    about:
      "All filters of the list can be added. `format=jsonl` writes one JSON object a line. A number is sealed first, see *Seal a searched number for an export*.",
    command: `ask -o deliveries.csv ${addressOf(exportDeliveries, "?format=csv")}`,
  },
  {
    title: "One call",
    about: "The call as the platform knows it now, with its transcript if the platform sends one.",
    command: `ask ${addressOf(getCall)}`,
  },
  {
    title: "Save the results of a campaign's contacts as CSV",
    about: "Who was called, how often, and with what result.",
    command: `ask -o results.csv ${addressOf(exportResults)}`,
  },
  {
    title: "Add numbers to the do-not-call list",
    about: "From then on, no list that is compared keeps them. A number that is on the list already keeps its reason.",
    command: `ask -X ${addDoNotCall.method} ${json} ${addressOf(addDoNotCall)} \\
  -d '{"numbers": ["+14155550123"], "reason": "asked", "source": "CRM, opt-out of 1 December", "dated": "2026-12-01", "until": null}'`,
  },
  {
    title: "Events that arrived and that the log does not have",
    about: "Set `FROM` and `TO`, as above. `data` has the facts of each event, and `next` the next page.",
    command: `ask -X ${listReceived.method} ${json} ${addressOf(listReceived)} -d "{\\"from\\": \\"$FROM\\", \\"to\\": \\"$TO\\", \\"matched\\": \\"no\\"}"`,
  },
  {
    title: "What needs attention",
    about: "Open alerts by rule. `count` says how many.",
    command: `ask ${addressOf(listAlertGroups)}`,
  },
];
