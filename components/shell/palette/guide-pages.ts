export type GuidePage = { slug: string; title: string; also: string };

/** Reading order. A test compares it with the files and their headings. */
export const guidePages: readonly GuidePage[] = [
  { slug: "first-day", title: "First day", also: "start begin setup connect invite" },
  { slug: "campaigns", title: "Campaigns", also: "start pause resume cancel progress results again" },
  { slug: "schedule", title: "Schedule and calling hours", also: "later plan night automatic undo window time zone" },
  { slug: "contact-lists", title: "Contact lists", also: "import upload csv leads excel columns consent rows" },
  { slug: "calls", title: "Calls", also: "live in progress hang up end stuck number search events" },
  { slug: "do-not-call", title: "Do-not-call list", also: "dnc block list suppression opt out look up blocked" },
  { slug: "do-not-call-files", title: "Do-not-call files", also: "dnc register tps block file upload suppression" },
  { slug: "webhooks", title: "Did that webhook arrive?", also: "deliveries attempts retries failed log" },
  {
    slug: "alerts",
    title: "Alerts and automatic pauses",
    also: "mail slack snooze quiet hours guard rail automatic plan",
  },
  { slug: "phone-numbers", title: "Phone numbers and money", also: "plan credit balance cost idle" },
  { slug: "people", title: "People and roles", also: "team invite password reset admin support name" },
  { slug: "leaving", title: "When somebody leaves", also: "remove disable colleague hand over tokens scheduled" },
  { slug: "second-factor", title: "A second factor", also: "2fa totp authenticator code recovery required remind" },
  { slug: "single-sign-on", title: "Single sign-on", also: "sso oidc openid okta entra google keycloak provider" },
  { slug: "tokens", title: "Tokens for programs", also: "api key script curl machine bearer" },
  { slug: "programs", title: "Requests of programs", also: "api endpoint path field curl example reference rest" },
  { slug: "audit", title: "Audit log", also: "who did verify evidence export" },
  { slug: "operators", title: "Connection and operation", also: "key secret admin command update metrics locked out" },
  { slug: "environment", title: "Database and network", also: "postgresql tls proxy port certificate ipv6 name color" },
  { slug: "backup", title: "Backups", also: "backup copy disaster zip secret daily" },
  { slug: "restore", title: "Restore a backup", also: "disaster recovery move server copy back" },
  { slug: "erasure", title: "Erase a person", also: "forget gdpr delete contact privacy number colleague" },
  { slug: "hidden-numbers", title: "Hidden phone numbers", also: "mask hide show privacy reveal stars" },
  { slug: "limits", title: "Load and limits", also: "flood rate slow proxy refused" },
  { slug: "keyboard", title: "Keyboard", also: "shortcuts keys hotkeys" },
];

export const hrefOfGuide = (slug: string) => `/help/${slug}`;

/** Resolves a link between guide files, such as `webhooks.md#filters` or `../../CHANGELOG.md`. */
export const hrefOfGuideLink = (link: string) =>
  link.replace(/^(?:\.\.\/)*([\w-]+)\.md/, (_, name: string) => hrefOfGuide(name.toLowerCase()));
