import type { Transaction } from "@/lib/db/database";
import { credentialTable } from "@/lib/platform/tables/organizations";
import { ago } from "./ago";
import { seeded } from "./ids";

export async function seedCredentials(tx: Transaction, now: Date) {
  const { crm, billing, failing, calendar } = seeded.credentials;
  const common = {
    organization_id: seeded.organization,
    status: "active",
    last_sync_status: "synced",
    last_sync_error: null,
  };
  await tx.insert(credentialTable).values([
    {
      ...common,
      id: crm,
      name: "CRM gateway",
      auth_type: "bearer_token",
      secret_preview: "fh_live_••••••••9c41",
      public_config: { base_url: "https://crm.fernhill.example/api" },
      provider_credential_id: "ext_cr_6f1d0a72",
      created_at: ago(now, { days: 190 }),
      updated_at: ago(now, { days: 12, hours: 3 }),
    },
    {
      ...common,
      id: billing,
      name: "Billing system",
      auth_type: "bearer_token",
      secret_preview: "switch••••••••",
      public_config: { username: "switchboard", realm: "billing" },
      provider_credential_id: "ext_cr_83b2e9c4",
      created_at: ago(now, { days: 141 }),
      updated_at: ago(now, { days: 29, hours: 8 }),
    },
    {
      ...common,
      id: failing,
      name: "Smart meter registry",
      auth_type: "bearer_token",
      secret_preview: "smr_••••••••77e0",
      public_config: { header: "X-Registry-Key", region: "uk-south" },
      provider_credential_id: "ext_cr_c05a41d7",
      last_sync_status: "failed",
      last_sync_error: "The voice provider answered 401: the registry key was rotated and is no longer valid.",
      created_at: ago(now, { days: 77 }),
      updated_at: ago(now, { hours: 5, minutes: 12 }),
    },
    {
      ...common,
      id: calendar,
      name: "Appointments calendar",
      auth_type: "bearer_token",
      secret_preview: "cal_••••••••b3f8",
      public_config: {},
      provider_credential_id: "ext_cr_e9720fb1",
      created_at: ago(now, { days: 30 }),
      updated_at: ago(now, { days: 2, hours: 1 }),
    },
  ]);
}
