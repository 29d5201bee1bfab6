import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Link } from "@/components/ui/buttons/link";

const pages = [
  { path: "/webhooks", label: "Deliveries" },
  { path: "/webhooks/address", label: "Address" },
] as const;

const timeParams = ["time", "between", "tz"] as const;

/** Links to the two pages of webhooks. They keep the chosen time. */
export function WebhooksNav({ open }: { open: (typeof pages)[number]["path"] }) {
  const url = useUrlState();
  const time = new URLSearchParams(
    timeParams.flatMap((name) => {
      const value = url.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return (
    <nav
      aria-label="Parts of webhooks"
      className="inline-flex rounded-2 border border-rule-2 bg-sheet shadow-(--sh-1) max-narrow:flex-1"
    >
      {pages.map(({ path, label }) => (
        <Link
          key={path}
          className="segment inline-flex h-[30px] items-center justify-center px-2.5 aria-[current=page]:bg-pick aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          href={time.size > 0 ? `${path}?${time}` : path}
          aria-current={path === open ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
