export type Destination = {
  href: string;
  label: string;
  /** The heading it stands under in the rail; the overview stands above them all. */
  group: "Voice" | "Outbound" | "Live" | "Integrations" | "Admin" | null;
  /** The letter after G. */
  key: string;
};

/** In the order of the rail. */
export const destinations: readonly Destination[] = [
  { href: "/", label: "Overview", group: null, key: "O" },
  { href: "/assistants", label: "Assistants", group: "Voice", key: "A" },
  { href: "/phone-numbers", label: "Phone numbers", group: "Voice", key: "N" },
  { href: "/workflows", label: "Workflows", group: "Voice", key: "W" },
  { href: "/tools", label: "Tools", group: "Voice", key: "T" },
  { href: "/campaigns", label: "Campaigns", group: "Outbound", key: "C" },
  { href: "/import", label: "Import contacts", group: "Outbound", key: "I" },
  { href: "/calls", label: "Calls", group: "Live", key: "L" },
  { href: "/sessions", label: "Sessions", group: "Live", key: "S" },
  { href: "/webhooks", label: "Webhooks", group: "Integrations", key: "H" },
  { href: "/credentials", label: "Credentials", group: "Integrations", key: "K" },
  { href: "/team", label: "Team and roles", group: "Admin", key: "D" },
  { href: "/audit", label: "Audit log", group: "Admin", key: "U" },
  { href: "/settings", label: "Settings", group: "Admin", key: "P" },
];

/** The destination that a path lies under. */
export const isUnder = (pathname: string, href: string) =>
  pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
