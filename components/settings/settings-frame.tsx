import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useMe } from "@/components/query/use-me";
import { Link } from "@/components/ui/buttons/link";
import { PageHead } from "@/components/ui/page/page-head";
import { tabClass } from "@/components/ui/page/tab-class";
import { getAlertSettings } from "@/lib/contract/console/alert-settings";
import { getConnection } from "@/lib/contract/console/connection";
import { listDrift } from "@/lib/contract/console/drift";
import { getKept } from "@/lib/contract/console/kept";
import { setMeaning } from "@/lib/contract/console/meanings";
import { getMe } from "@/lib/contract/console/people/me";
import { listTokens } from "@/lib/contract/console/people/tokens";
import { isAllowed, type Operation } from "@/lib/contract/operation";

/** Pages of the settings. A tab is shown if the role may use its `operation`. */
const tabs: readonly { href: string; label: string; operation: Operation }[] = [
  { href: "/settings", label: "Preferences", operation: getMe },
  { href: "/settings/connection", label: "Connection", operation: getConnection },
  { href: "/settings/alerts", label: "Alerts", operation: getAlertSettings },
  { href: "/settings/meanings", label: "Status meanings", operation: setMeaning },
  { href: "/settings/differences", label: "API differences", operation: listDrift },
  { href: "/settings/data", label: "Data", operation: getKept },
  { href: "/settings/tokens", label: "Tokens", operation: listTokens },
];

/** Header and tabs of every settings page. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { role } = useMe();
  const shown = tabs.filter(({ operation }) => isAllowed(operation, role));
  return (
    <div className="max-narrow:[&_tbody_th]:whitespace-normal max-narrow:[&_tbody_th]:wrap-anywhere max-narrow:[&_tbody_tr]:gap-y-0.5">
      <PageHead title="Settings" />
      {shown.length > 1 && (
        <nav
          className="scrolls-sideways -mt-2 flex gap-x-1 px-[calc(var(--gutter)-10px)] print:hidden"
          aria-label="Parts of settings"
        >
          {shown.map(({ href, label }) => (
            <Tab key={href} href={href} label={label} />
          ))}
        </nav>
      )}
      {children}
    </div>
  );
}

function Tab({ href, label }: { href: string; label: string }) {
  const isHere = usePathname() === href;
  const tab = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isHere]);
  return (
    <Link ref={tab} className={tabClass} href={href} aria-current={isHere ? "page" : undefined}>
      {label}
    </Link>
  );
}
