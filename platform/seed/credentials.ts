import type { Transaction } from "@/lib/db/database";
import { credentialTable } from "@/platform/tables/organizations";
import { ago } from "./ago";
import { seeded } from "./ids";

const { crm, billing, failing, calendar } = seeded.credentials;
const failure = {
  last_sync_status: "failed",
  last_sync_error: "The voice provider answered 401: the registry key was rotated and is no longer valid.",
};

type Config = Record<string, unknown>;

const rows: [
  id: string,
  name: string,
  preview: string,
  providerId: string,
  Config,
  createdDays: number,
  updatedHours: number,
][] = [
  [crm, "CRM gateway", "fh_live_••••••••9c41", "6f1d0a72", { base_url: "https://crm.fernhill.example/api" }, 190, 291],
  [billing, "Billing system", "switch••••••••", "83b2e9c4", { username: "switchboard", realm: "billing" }, 141, 704],
  [
    failing,
    "Smart meter registry",
    "smr_••••••••77e0",
    "c05a41d7",
    { header: "X-Registry-Key", region: "uk-south" },
    77,
    5,
  ],
  [calendar, "Appointments calendar", "cal_••••••••b3f8", "e9720fb1", {}, 30, 49],
];

export async function seedCredentials(tx: Transaction, now: Date) {
  await tx.insert(credentialTable).values(
    rows.map(([id, name, secret_preview, providerId, public_config, createdDays, updatedHours]) => ({
      id,
      organization_id: seeded.organization,
      name,
      auth_type: "bearer_token",
      status: "active",
      secret_preview,
      public_config,
      provider_credential_id: `ext_cr_${providerId}`,
      last_sync_status: "synced",
      ...(id === failing ? failure : {}),
      created_at: ago(now, { days: createdDays }),
      updated_at: ago(now, { hours: updatedHours }),
    })),
  );
}
