"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Icon } from "@/components/ui/buttons/icon";
import { Link } from "@/components/ui/buttons/link";

export type Crumb = { label: string; href: string };

export type PageHeadProps = {
  title: ReactNode;
  /** Name of the page's record, for the document title; undefined until loaded. */
  name?: string | undefined;
  beside?: ReactNode;
  crumbs?: readonly Crumb[];
  meta?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** The title answers the question of the page, so its parts stand close together, and the sentence has the whole width. */
  isAnswer?: boolean;
};

/** Page header with the only h1, which gets the focus after a navigation. */
export function PageHead({ title, name, beside, crumbs, meta, actions, children, isAnswer = false }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useRouteFocus(heading);
  useWindowTitle(name);
  return (
    <div
      className={`flex flex-wrap gap-x-6 px-(--gutter) max-narrow:pt-3.5 ${isAnswer ? "items-center gap-y-1.5 pt-2.5 pb-2" : "items-end gap-y-4 pt-[18px] pb-4"}`}
    >
      <div className="min-w-0 flex-1 max-rail:basis-80">
        {crumbs && <Crumbs crumbs={crumbs} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 has-[.truncate]:flex-nowrap">
          <h1 className="min-w-0 text-xl font-[620] tracking-[-0.014em] wrap-anywhere" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {children && !isAnswer && <p className="max-w-[44em] text-ink-2">{children}</p>}
        {meta && <div className="mt-[3px] flex flex-wrap items-center gap-x-4 gap-y-0.5 text-ink-2">{meta}</div>}
      </div>
      {actions && <div className={actionsClass}>{actions}</div>}
      {children && isAnswer && <p className="min-h-6 w-full text-ink-2">{children}</p>}
    </div>
  );
}

const actionsClass = [
  "ml-auto flex items-center gap-2 max-rail:ml-0 max-narrow:w-full max-narrow:flex-wrap print:hidden",
  "max-narrow:**:data-[slot=button]:flex-1 max-narrow:[&_a]:flex-1 max-narrow:[&_kbd]:hidden",
].join(" ");

const crumbClass = [
  "-my-1 max-w-[30em] overflow-hidden py-1 text-ellipsis whitespace-nowrap underline decoration-transparent underline-offset-3",
  "hover:text-ink hover:decoration-current",
].join(" ");

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="mb-[3px] flex items-center gap-[5px] text-sm text-ink-3" aria-label="Breadcrumb">
      {crumbs.map((crumb, index) => (
        <span className="flex min-w-0 flex-initial items-center gap-2 first:flex-none" key={crumb.href}>
          {index > 0 && <Icon name="chev" small />}
          <Link className={crumbClass} href={crumb.href}>
            {crumb.label}
          </Link>
        </span>
      ))}
    </nav>
  );
}

// Path of the last focused heading. Undefined on page load, when the browser's own focus stays.
let focusedPath: string | undefined;

function useRouteFocus(heading: RefObject<HTMLElement | null>) {
  const pathname = usePathname();
  useEffect(() => {
    const isFirst = focusedPath === undefined;
    const isSame = focusedPath === pathname;
    focusedPath = pathname;
    if (!isFirst && !isSame) heading.current?.focus({ preventScroll: true });
  }, [pathname, heading]);
}

const longest = 120;

/** Prefixes the document title with the record's name, to tell tabs and history entries apart. */
function useWindowTitle(name: string | undefined) {
  useEffect(() => {
    if (!name) return;
    // Collapse spaces as `document.title` does. Otherwise the prefix would never match.
    const prefix = `${name.replace(/\s+/g, " ").trim().slice(0, longest)} · `;
    const applyTitle = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    };
    applyTitle();
    // Next sets the title after the page has rendered.
    const titles = new MutationObserver(applyTitle);
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titles.disconnect();
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [name]);
}
