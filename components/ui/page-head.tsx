"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Icon } from "./icon";

export type Crumb = { label: string; href: string };

export type PageHeadProps = {
  title: ReactNode;
  /** Stands after the title and is no part of it: a status pill. */
  beside?: ReactNode;
  crumbs?: readonly Crumb[];
  meta?: ReactNode;
  actions?: ReactNode;
  /** A sentence under the title. */
  children?: ReactNode;
};

/** The page's one h1; it takes focus when the route changed to here. */
export function PageHead({ title, beside, crumbs, meta, actions, children }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useRouteFocus(heading);
  return (
    <div className="head">
      <div className="grow">
        {crumbs && <Crumbs crumbs={crumbs} />}
        <div className="head-t">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {children && <p>{children}</p>}
        {meta && <div className="meta">{meta}</div>}
      </div>
      {actions && <div className="acts">{actions}</div>}
    </div>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      {crumbs.map((crumb, at) => (
        <span className="row" key={crumb.href}>
          {at > 0 && <Icon name="chev" small />}
          <Link href={crumb.href}>{crumb.label}</Link>
        </span>
      ))}
    </nav>
  );
}

// The path whose heading had focus last. Undefined until the first page: a fresh load leaves focus where the browser put it.
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
