import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import type { InboxSetup } from "@/lib/contract/console/inbox/addresses";
import { countOf } from "@/lib/format/format-count";

export function FilledByEvents({ counts: { events, calls, campaigns, assistants } }: Pick<InboxSetup, "counts">) {
  const all = [
    { href: "/webhooks?here=arrived", name: "Deliveries", count: events, note: countOf(events, "event") },
    { href: "/calls", name: "Calls", count: calls, note: countOf(calls, "call") },
    {
      href: "/campaigns",
      name: "Campaigns",
      count: campaigns,
      note: `${countOf(campaigns, "campaign")} found in events`,
    },
    {
      href: "/assistants",
      name: "Assistants",
      count: assistants,
      note: `${countOf(assistants, "assistant")} found in events`,
    },
  ];
  const lists = all.filter(({ count }) => count > 0);
  return (
    <section className="mt-7 max-w-[768px]" aria-labelledby="filled">
      <h2 id="filled" className="text-base font-semibold">
        What fills itself now
      </h2>
      <ul className="mt-2 border-t border-rule">
        {lists.map(({ href, name, note }) => (
          <li key={href} className="flex items-center gap-2 border-b border-rule py-2">
            <StatusIcon tone="ok" tinted />
            <TextLink href={href}>{name}</TextLink>
            <span className="ml-auto text-sm text-ink-3">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
