import type { Role } from "@/lib/contract/operation";

const names: Record<Role, string> = {
  admin: "admins",
  campaign_manager: "campaign managers",
  support: "support",
};

/** "Admins and campaign managers can": the reason beside what a role may not do. */
export function whoCan(allow: readonly Role[]): string {
  const who = allow.map((role) => names[role]);
  if (who.length === 1) return `Only ${who[0]} can`;
  const words = `${who.slice(0, -1).join(", ")} and ${who.at(-1)}`;
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} can`;
}

const titles: Record<Role, string> = { admin: "Admin", campaign_manager: "Campaign manager", support: "Support" };

export const roleName = (role: Role) => titles[role];
