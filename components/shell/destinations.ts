export type Destination = {
  href: string;
  label: string;
  /** Heading in the rail; null for the overview above all groups. */
  group: "Voice" | "Outbound" | "Live" | "Integrations" | "Admin" | null;
  /** Letter of the shortcut after G. */
  key: string;
};

export const destinations: readonly Destination[] = [
  { href: "/", label: "Overview", group: null, key: "O" },
  { href: "/assistants", label: "Assistants", group: "Voice", key: "A" },
  { href: "/phone-numbers", label: "Phone numbers", group: "Voice", key: "N" },
  { href: "/workflows", label: "Workflows", group: "Voice", key: "W" },
  { href: "/tools", label: "Tools", group: "Voice", key: "T" },
  { href: "/campaigns", label: "Campaigns", group: "Outbound", key: "C" },
  { href: "/import", label: "Import contacts", group: "Outbound", key: "I" },
  { href: "/do-not-call", label: "Do not call", group: "Outbound", key: "B" },
  { href: "/calls", label: "Calls", group: "Live", key: "L" },
  { href: "/webhooks", label: "Webhooks", group: "Integrations", key: "H" },
  { href: "/credentials", label: "Credentials", group: "Integrations", key: "K" },
  { href: "/team", label: "Team and roles", group: "Admin", key: "D" },
  { href: "/audit", label: "Audit log", group: "Admin", key: "U" },
  { href: "/settings", label: "Settings", group: "Admin", key: "P" },
];

export const isUnder = (pathname: string, href: string) =>
  pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
