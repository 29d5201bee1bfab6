import type { Role } from "@/lib/contract/operation";

const names: Record<Role, string> = {
  admin: "admins",
  campaign_manager: "campaign managers",
  support: "support",
  viewer: "viewers",
};

export function whoCan(allow: readonly Role[]): string {
  const roleNames = allow.map((role) => names[role]);
  if (roleNames.length === 1) return `Only ${roleNames[0]} can`;
  const words = `${roleNames.slice(0, -1).join(", ")} and ${roleNames.at(-1)}`;
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} can`;
}

const titles: Record<Role, string> = {
  admin: "Admin",
  campaign_manager: "Campaign manager",
  support: "Support",
  viewer: "Viewer",
};

export const roleName = (role: Role) => titles[role];
