import type { Transaction } from "@/lib/db/database";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { ago } from "./ago";
import { seeded } from "./ids";
import { randomFrom } from "./seeded-random";

const { running, paused, draft, completed, stalled, failed } = seeded.campaigns;

type Campaign = typeof campaignTable.$inferInsert;

export async function seedCampaigns(tx: Transaction, now: Date) {
  const campaigns = [...activeCampaigns(now), ...endedCampaigns(now)];
  await tx.insert(campaignTable).values(campaigns);
  for (const campaign of campaigns) {
    const contacts = contactsOf(campaign);
    // The dialer of the stalled campaign hangs, so its next attempts are years away.
    const attempt = campaign.id === stalled ? { next_attempt_at: ago(now, { days: -3650 }) } : {};
    if (contacts.length > 0)
      await tx.insert(contactTable).values(contacts.map((contact) => ({ ...contact, ...attempt })));
  }
}

const common = {
  organization_id: seeded.organization,
  assistant_id: seeded.assistants.renewals,
  phone_number_id: seeded.phoneNumbers.main,
  timezone: "Europe/London",
  retry_policy: { max_attempts: 3, retry_delay_seconds: 900, retry_on: ["busy", "no_answer"] },
  created_by: seeded.owner,
};

const activeCampaigns = (now: Date): Campaign[] => [
  {
    ...common,
    id: running,
    ...counters({ pending: 552, completed: 156, failed: 12, calls: 243, answered: 133, voicemail: 23 }),
    name: "Winter tariff renewals",
    description: "Customers whose fixed tariff ends before Christmas.",
    workflow_ref: seeded.workflows.renewal,
    status: "running",
    max_concurrency: 2,
    started_at: ago(now, { hours: 4, minutes: 12 }),
    created_at: ago(now, { days: 3 }),
    updated_at: ago(now, { minutes: 1 }),
  },
  {
    ...common,
    id: paused,
    ...counters({ pending: 210, completed: 84, failed: 6, calls: 120, answered: 71, voicemail: 13 }),
    name: "Smart meter appointments",
    description: "Offers a morning or an afternoon for the installation.",
    status: "paused",
    max_concurrency: 3,
    calling_window: { days: [1, 2, 3, 4, 5], start: "09:00", end: "18:00" },
    started_at: ago(now, { days: 2, hours: 6 }),
    paused_at: ago(now, { days: 1, hours: 3 }),
    created_at: ago(now, { days: 8 }),
    updated_at: ago(now, { days: 1, hours: 3 }),
  },
  {
    ...common,
    id: draft,
    name: "Spring green energy offer",
    status: "draft",
    max_concurrency: 5,
    created_at: ago(now, { hours: 22 }),
    updated_at: ago(now, { hours: 21 }),
  },
  {
    ...common,
    id: stalled,
    ...counters({
      pending: 460,
      completed: 1180,
      failed: 46,
      inProgress: 2,
      calls: 1651,
      answered: 1102,
      voicemail: 118,
    }),
    name: "Meter reading reminders",
    description: "Whose reading is due. Its dialer hangs, so that there is a campaign that has stalled.",
    status: "running",
    max_concurrency: 2,
    started_at: ago(now, { days: 1, hours: 2 }),
    created_at: ago(now, { days: 2 }),
    updated_at: ago(now, { minutes: 12 }),
  },
];

const endedCampaigns = (now: Date): Campaign[] => [
  {
    ...common,
    id: completed,
    ...counters({ pending: 0, completed: 138, failed: 12, calls: 204, answered: 121, voicemail: 17 }),
    name: "Outage follow-up, Cardiff",
    description: "Was the power back for good?",
    status: "completed",
    max_concurrency: 4,
    started_at: ago(now, { days: 12, hours: 5 }),
    completed_at: ago(now, { days: 12, hours: 1 }),
    created_at: ago(now, { days: 13 }),
    updated_at: ago(now, { days: 12, hours: 1 }),
  },
  {
    ...common,
    id: failed,
    ...counters({ pending: 644, completed: 77, failed: 229, calls: 412, answered: 77, voicemail: 31 }),
    name: "Heat pump survey",
    status: "failed",
    status_reason: "Phone number +44 20 7946 0191 was suspended",
    max_concurrency: 4,
    started_at: ago(now, { days: 4, hours: 6 }),
    completed_at: ago(now, { days: 4, hours: 3 }),
    created_at: ago(now, { days: 5 }),
    updated_at: ago(now, { days: 4, hours: 3 }),
  },
];

type Counters = { pending: number; completed: number; failed: number; inProgress?: number } & {
  calls: number;
  answered: number;
  voicemail: number;
};

const counters = ({ pending, completed, failed, inProgress = 0, calls, answered, voicemail }: Counters) => ({
  total_contacts: pending + completed + failed + inProgress,
  pending_contacts: pending,
  in_progress_contacts: inProgress,
  completed_contacts: completed,
  failed_contacts: failed,
  total_calls: calls,
  answered_calls: answered,
  voicemail_calls: voicemail,
});

function contactsOf(campaign: Campaign) {
  const states = [
    ...repeated(campaign.completed_contacts, { status: "completed", attempts: 1 } as const),
    ...repeated(campaign.failed_contacts, { status: "failed", attempts: 3 } as const),
    ...repeated(campaign.in_progress_contacts, { status: "in_progress", attempts: 1 } as const),
    ...repeated(campaign.pending_contacts, { status: "pending", attempts: 0 } as const),
  ];
  return states.map((state, position) => ({ ...state, ...person(position), campaign_id: campaign.id ?? "" }));
}

const repeated = <Item>(count = 0, item: Item) => Array<Item>(count).fill(item);

/** A fictional person with a number from Ofcom's ranges for drama, +44 7700 900000 to 900999 and 1632 960000 to 960999. */
export function person(position: number) {
  const random = randomFrom(`person ${position}`);
  const last = String(position % 1000).padStart(3, "0");
  const phone_number = position < 1000 ? `+447700900${last}` : `+441632960${last}`;
  return { phone_number, name: `${random.pick(firstNames)} ${random.pick(lastNames)}`, position: position + 2 };
}

const firstNames = [
  ...["Aisha", "Ben", "Carys", "Daniel", "Eleri", "Farah", "George", "Hannah", "Idris", "Joanna", "Kwame", "Leila"],
  ...["Marek", "Niamh", "Olu", "Priya", "Rhys", "Siân", "Tomasz", "Una", "Vikram", "Wren", "Yusuf", "Zoë"],
];
const lastNames = [
  ...["Abbott", "Begum", "Clarke", "Davies", "Evans", "Farrell", "Griffiths", "Hughes", "Iqbal", "Jenkins", "Kaur"],
  ...["Lewis", "Mensah", "Novák", "O'Brien", "Patel", "Quigley", "Roberts", "Singh", "Thomas", "Usman", "Walsh"],
];
