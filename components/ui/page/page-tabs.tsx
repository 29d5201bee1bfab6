import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/buttons/link";
import { tabClass } from "./tab-class";

type PageTabsProps = { label: string; tabs: readonly { href: string; label: string }[] };

/** Pages that stand beside each other under one heading. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const pathname = usePathname();
  return (
    <nav className="scrolls-sideways -mt-2 flex gap-x-1 px-[calc(var(--gutter)-10px)] print:hidden" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          className={tabClass}
          href={tab.href}
          aria-current={tab.href === pathname ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
