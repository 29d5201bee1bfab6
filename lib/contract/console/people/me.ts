import { ownAnswer } from "@/lib/contract/fields";
import type { PreferenceChanges, Preferences } from "@/lib/contract/inputs/preferences";
import { operation, type Role, roles } from "@/lib/contract/operation";
import type { RestoredCopy } from "../restored-copy";

/** Merges changes into stored preferences, also channel by channel of each alert rule. */
export function changed<Stored extends Partial<Preferences>>(
  stored: Stored,
  { views = [], alerts = {}, night = {}, ...rest }: PreferenceChanges,
) {
  const isReplaced = (view: { page: string; name: string }) =>
    views.some(({ page, name }) => page === view.page && name === view.name);
  return {
    ...stored,
    ...rest,
    night: { ...stored.night, ...night },
    alerts: {
      ...stored.alerts,
      ...Object.fromEntries(
        Object.entries(alerts).map(([rule, choice]) => [rule, { ...stored.alerts?.[rule], ...choice }]),
      ),
    },
    views: [
      ...(stored.views ?? []).filter((view) => !isReplaced(view)),
      ...views.flatMap(({ search, ...view }) => (search === null ? [] : [{ ...view, search }])),
    ],
  };
}

export const defaultPreferences: Preferences = {
  theme: "system",
  zone: "local",
  letter_keys: true,
  views: [],
  alerts: {},
  night: {},
};

export type Me = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Present while an admin views as `role`. */
  viewed_from?: "admin" | undefined;
  /** Phone numbers in answers are masked. */
  hides_numbers?: boolean;
  /** ISO 8601. Until then, this session gets the numbers that are else masked. */
  numbers_shown_until?: string | undefined;
  /** Present while this is a restored copy that no admin has put into use. */
  restored_copy?: RestoredCopy | undefined;
  preferences: Preferences;
};

export const getMe = operation({
  id: "me.get",
  label: "See who is signed in",
  method: "GET",
  path: "/console/me",
  output: ownAnswer<Me>(),
  allow: roles,
});

export const savePreferences = operation({
  id: "me.save_preferences",
  label: "Change own preferences",
  phrase: "change their own preferences",
  minor: "preference",
  method: "POST",
  path: "/console/me/preferences",
  output: ownAnswer<Me>(),
  allow: roles,
});

/** Changes the user's own name, which is shown to the team. What the audit log says already keeps the old one. */
export const renameMe = operation({
  id: "me.rename",
  label: "Change own name",
  phrase: "change their own name",
  hasResult: true,
  method: "POST",
  path: "/console/me/name",
  output: ownAnswer<Me & { message: string }>(),
  allow: roles,
});

/** Roles that an admin can view as, with the words for their people. */
export const viewableRoles = {
  viewer: "viewer",
  support: "support staff",
  campaign_manager: "campaign manager",
} as const;
export type ViewableRole = keyof typeof viewableRoles;

/** Lowers the role of this session, or restores it with null. Only for admins, which the handler checks: their role is lowered. */
export const viewAs = operation({
  id: "me.view",
  label: "View as another role",
  acts: {
    viewer: `begin to view as ${viewableRoles.viewer}`,
    support: `begin to view as ${viewableRoles.support}`,
    campaign_manager: `begin to view as ${viewableRoles.campaign_manager}`,
    "": "go back to admin",
  },
  method: "POST",
  path: "/console/me/view",
  about: "role",
  output: ownAnswer<Me>(),
  allow: roles,
});
