"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useMe } from "@/components/query/use-me";
import { Lamp } from "@/components/ui/status-icon";
import { type Destination, destinationsFor, isUnder } from "./destinations";
import { useRailCount } from "./rail-counts";

/** The jack strip: every page ends in a jack on the rail's edge, and the open one is plugged in. */
export function RailNav({ onGo }: { onGo?: () => void }) {
  const { role } = useMe();
  const pages = destinationsFor(role);
  const groups = new Set(pages.map(({ group }) => group));
  return (
    <nav className="nav" aria-label="Pages">
      {[...groups].map((group) => (
        <div key={group ?? ""}>
          {group && <h2>{group}</h2>}
          <ul>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.href}>
                  <RailLink page={page} onGo={onGo} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

type RailLinkProps = { page: Destination; onGo: (() => void) | undefined };

function RailLink({ page: { href, label }, onGo }: RailLinkProps) {
  const isHere = isUnder(usePathname(), href);
  return (
    <Link href={href} prefetch={false} aria-current={isHere ? "page" : undefined} onClick={onGo}>
      {label}
      <Count href={href} />
    </Link>
  );
}

function Count({ href }: { href: string }) {
  const count = useRailCount(href);
  return (
    count && (
      <span className="count">
        {count.isFault && <Lamp reading="fault" tinted />}
        {count.number.toLocaleString("en-US")}
        <span className="vh"> {count.words}</span>
      </span>
    )
  );
}
