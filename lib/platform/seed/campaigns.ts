import type { Transaction } from "@/lib/db/database";
import { campaignTable, contactTable } from "@/lib/platform/tables/campaigns";
import { ago } from "./ago";
import { seeded } from "./ids";
import { randomFrom } from "./seeded-random";

export async function seedCampaigns(tx: Transaction, now: Date) {
  const { running, paused, draft, completed, stalled, failed } = seeded.campaigns;
  const common = {
    organization_id: seeded.organization,
    assistant_id: seeded.assistants.renewals,
    phone_number_id: seeded.phoneNumbers.main,
    timezone: "Europe/London",
    retry_policy: { max_attempts: 3, retry_delay_seconds: 900, retry_on: ["busy", "no_answer"] },
    created_by: seeded.owner,
  };
  await tx.insert(campaignTable).values([
    {
      ...common,
      id: running,
      name: "Winter tariff renewals",
      description: "Customers whose fixed tariff ends before Christmas.",
      workflow_ref: seeded.workflows.renewal,
      status: "running",
      max_concurrency: 2,
      ...counters({ pending: 552, completed: 156, failed: 12, calls: 243, answered: 133, voicemail: 23 }),
      started_at: ago(now, { hours: 4, minutes: 12 }),
      created_at: ago(now, { days: 3 }),
      updated_at: ago(now, { minutes: 1 }),
    },
    {
      ...common,
      id: paused,
      name: "Smart meter appointments",
      description: "Offers a morning or an afternoon for the installation.",
      status: "paused",
      max_concurrency: 3,
      calling_window: { days: [1, 2, 3, 4, 5], start: "09:00", end: "18:00" },
      ...counters({ pending: 210, completed: 84, failed: 6, calls: 120, answered: 71, voicemail: 13 }),
      started_at: ago(now, { days: 2, hours: 6 }),
      paused_at: ago(now, { days: 1, hours: 3 }),
      created_at: ago(now, { days: 8 }),
      updated_at: ago(now, { days: 1, hours: 3 }),
    },
    {
      ...common,
      id: draft,
      name: "Spring green energy offer",
      description: null,
      status: "draft",
      max_concurrency: 5,
      created_at: ago(now, { hours: 22 }),
      updated_at: ago(now, { hours: 21 }),
    },
    {
      ...common,
      id: completed,
      name: "Outage follow-up, Cardiff",
      description: "Was the power back for good?",
      status: "completed",
      max_concurrency: 4,
      ...counters({ pending: 0, completed: 138, failed: 12, calls: 204, answered: 121, voicemail: 17 }),
      started_at: ago(now, { days: 12, hours: 5 }),
      completed_at: ago(now, { days: 12, hours: 1 }),
      created_at: ago(now, { days: 13 }),
      updated_at: ago(now, { days: 12, hours: 1 }),
    },
    {
      ...common,
      id: stalled,
      name: "Meter reading reminders",
      description: "Whose reading is due. Its dialer hangs, so that there is a campaign that has stalled.",
      status: "running",
      max_concurrency: 2,
      ...counters({
        pending: 460,
        completed: 1180,
        failed: 46,
        inProgress: 2,
        calls: 1651,
        answered: 1102,
        voicemail: 118,
      }),
      started_at: ago(now, { days: 1, hours: 2 }),
      created_at: ago(now, { days: 2 }),
      updated_at: ago(now, { minutes: 12 }),
    },
    {
      ...common,
      id: failed,
      name: "Heat pump survey",
      description: null,
      status: "failed",
      status_reason: "Phone number +44 20 7946 0191 was suspended",
      max_concurrency: 4,
      ...counters({ pending: 644, completed: 77, failed: 229, calls: 412, answered: 77, voicemail: 31 }),
      started_at: ago(now, { days: 4, hours: 6 }),
      completed_at: ago(now, { days: 4, hours: 3 }),
      created_at: ago(now, { days: 5 }),
      updated_at: ago(now, { days: 4, hours: 3 }),
    },
  ]);
  await seedContacts(tx, running, { completed: 156, failed: 12, pending: 552 });
  await seedContacts(tx, paused, { completed: 84, failed: 6, pending: 210 });
  await seedContacts(tx, completed, { completed: 138, failed: 12, pending: 0 });
  const hangs = { inProgress: 2, nextAttemptAt: ago(now, { days: -3650 }) };
  await seedContacts(tx, stalled, { completed: 1180, failed: 46, pending: 460, ...hangs });
  await seedContacts(tx, failed, { completed: 77, failed: 229, pending: 644 });
}

type Counts = { pending: number; completed: number; failed: number; inProgress?: number };

function counters({
  pending,
  completed,
  failed,
  inProgress = 0,
  ...calls
}: Counts & { calls: number; answered: number; voicemail: number }) {
  return {
    total_contacts: pending + completed + failed + inProgress,
    pending_contacts: pending,
    in_progress_contacts: inProgress,
    completed_contacts: completed,
    failed_contacts: failed,
    total_calls: calls.calls,
    answered_calls: calls.answered,
    voicemail_calls: calls.voicemail,
  };
}

type Contacts = Counts & { nextAttemptAt?: string };

async function seedContacts(tx: Transaction, campaign_id: string, contacts: Contacts) {
  const { pending, completed, failed, inProgress = 0, nextAttemptAt } = contacts;
  const ended = completed + failed;
  const rows = people(ended + inProgress + pending).map((person, index) => ({
    ...person,
    campaign_id,
    ...(nextAttemptAt === undefined ? {} : { next_attempt_at: nextAttemptAt }),
    ...(index < completed
      ? { status: "completed" as const, attempts: 1 }
      : index < ended
        ? { status: "failed" as const, attempts: 3 }
        : index < ended + inProgress
          ? { status: "in_progress" as const, attempts: 1 }
          : { status: "pending" as const }),
  }));
  await tx.insert(contactTable).values(rows);
}

/** Fictional people with numbers from Ofcom's ranges for drama, +44 7700 900000 to 900999 and 1632 960000 to 960999. */
function people(count: number) {
  return Array.from({ length: count }, (_, position) => {
    const random = randomFrom(`person ${position}`);
    const last = String(position % 1000).padStart(3, "0");
    const phone_number = position < 1000 ? `+447700900${last}` : `+441632960${last}`;
    return { phone_number, name: `${random.pick(firstNames)} ${random.pick(lastNames)}`, position: position + 2 };
  });
}

const firstNames = [
  ...["Aisha", "Ben", "Carys", "Daniel", "Eleri", "Farah", "George", "Hannah", "Idris", "Joanna", "Kwame", "Leila"],
  ...["Marek", "Niamh", "Olu", "Priya", "Rhys", "Siân", "Tomasz", "Una", "Vikram", "Wren", "Yusuf", "Zoë"],
];
const lastNames = [
  ...["Abbott", "Begum", "Clarke", "Davies", "Evans", "Farrell", "Griffiths", "Hughes", "Iqbal", "Jenkins", "Kaur"],
  ...["Lewis", "Mensah", "Novák", "O'Brien", "Patel", "Quigley", "Roberts", "Singh", "Thomas", "Usman", "Walsh"],
];
