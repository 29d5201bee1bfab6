import { clock } from "@/lib/clock";
import type { Automatic, Person } from "@/lib/contract/actor";
import type { ConfirmedPeople, Operation } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { countOf, formatCount } from "@/lib/format/format-count";
import type { GatewayConsole } from "./gateway-console";

type Sender = {
  person: Person;
  automatic: Automatic | undefined;
  console: Pick<GatewayConsole, "blockedWaiting" | "confirmBlocked">;
};

/**
 * Refuses to call campaigns in which people of the do-not-call list wait. A person can confirm their number. A rule or a
 * schedule is refused if people were blocked since a person last did.
 */
export async function refuseBlocked(op: Operation, input: Record<string, unknown>, sender: Sender): Promise<void> {
  const campaigns = [...(op.confirms?.(input) ?? []), ...(op.confirmsLater?.(input) ?? [])];
  const checked = await Promise.all(campaigns.map((campaign) => checkCampaign(campaign, sender)));
  const faults = checked.flatMap(({ reason, name }) => (reason === undefined ? [] : { reason, name }));
  if (faults.length > 0) {
    const sentences = faults.map(({ name, reason }) => (campaigns.length > 1 ? `${name}: ${reason}.` : `${reason}.`));
    throw refused("blocked_waiting", [...sentences, "Nothing was sent."].join(" "));
  }
  for (const { confirm } of checked) await confirm?.();
}

async function checkCampaign({ campaign_id, confirmed_blocked }: ConfirmedPeople, sender: Sender) {
  const { person, automatic, console } = sender;
  // Taken before the count, so that a number blocked in between is not confirmed.
  const at = clock.now();
  const waiting = await console.blockedWaiting(campaign_id);
  if (!waiting) return {};
  const { people, unconfirmed } = waiting;
  const name = waiting.name ?? campaign_id;
  if (automatic) return { name, reason: unattendedMessage(unconfirmed) };
  const reason = blockedMessage(people, confirmed_blocked, person.token !== undefined);
  if (reason !== undefined) return { name, reason };
  return { confirm: () => console.confirmBlocked(campaign_id, { at, people, by: person.name }) };
}

const listed = (people: number) =>
  `${countOf(people, "waiting person is", "waiting people are")} on the do-not-call list`;

function blockedMessage(people: number, confirmed: number | null | undefined, isToken: boolean) {
  if (confirmed != null && people <= confirmed) return undefined;
  const how = isToken ? `. To call them anyway, send "confirmed_blocked": ${people}` : "";
  return confirmed == null
    ? `${listed(people)}, and their number was not confirmed${how}`
    : `${listed(people)}, you confirmed ${formatCount(confirmed)}${how}`;
}

const unattendedMessage = (unconfirmed: number) =>
  unconfirmed > 0 ? `${listed(unconfirmed)}, and nobody has confirmed since that they can be called` : undefined;
