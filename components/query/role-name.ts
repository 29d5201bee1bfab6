import type { Role } from "@/lib/contract/operation";

const names: Record<Role, string> = { admin: "Admin", campaign_manager: "Campaign manager", support: "Support" };

export const roleName = (role: Role) => names[role];
