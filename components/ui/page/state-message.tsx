import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button";
import { sectionClass } from "./section";

const drawings: Record<StateKind, ReactNode> = {
  empty: (
    <>
      <path d="M2 30h92" />
      <circle cx="22" cy="18" r="7" />
      <circle cx="48" cy="18" r="7" />
      <circle cx="74" cy="18" r="7" />
    </>
  ),
  "not-found": (
    <>
      <path className="opacity-50" d="M2 12h92" />
      <circle cx="24" cy="22" r="7" />
      <path className="stroke-accent stroke-[2.5]" d="M94 8C80 8 78 40 62 40c-7 0-11-4-11-9" />
      <rect className="fill-sheet stroke-accent" x="47.5" y="17" width="7" height="14" rx="3.5" />
      <path className="stroke-accent" d="M51 17v-5" />
    </>
  ),
  fault: (
    <>
      <circle cx="14" cy="18" r="7" />
      <circle cx="82" cy="18" r="7" />
      <circle className="fill-current" cx="14" cy="18" r="2.4" />
      <circle className="fill-current" cx="82" cy="18" r="2.4" />
      <path className="stroke-accent stroke-[2.5]" d="M14 25c2 22 66 22 68 0" />
      <circle className="fill-fault-fill stroke-none" cx="48" cy="10" r="4" />
      <path className="stroke-fault-fill" d="M48 2v1.5M41.5 4.5l1.2 1.2M54.5 4.5l-1.2 1.2" />
    </>
  ),
  offline: (
    <>
      <circle cx="14" cy="16" r="7" />
      <circle cx="82" cy="16" r="7" />
      <circle className="fill-current" cx="14" cy="16" r="2.4" />
      <circle className="fill-current" cx="82" cy="16" r="2.4" />
      <path className="stroke-accent stroke-[2.5]" d="M14 23c1 13 14 20 27 19M82 23c-1 13-12 19-24 19" />
      <path className="stroke-fault-fill" d="m45 36 3 4-4 3M54 37l-3 4 4 3" />
    </>
  ),
  forbidden: (
    <>
      <path className="opacity-50" d="M2 34h92" />
      <circle cx="22" cy="20" r="7" />
      <rect className="fill-well" x="38" y="10" width="20" height="20" rx="3" />
      <path d="M43 20h10" />
      <circle cx="74" cy="20" r="7" />
    </>
  ),
};

export type StateMessageProps = {
  kind: StateKind;
  heading: string;
  children: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
  more?: ReactNode;
};

/** Replaces missing content, such as an empty list. `children` is one or two sentences. */
export function StateMessage({ kind, heading, children, actions, level = 3, more }: StateMessageProps) {
  const Heading = `h${level}` as const;
  return (
    <div data-slot="state" className="p-(--state,4px_0) [#main>&]:[padding:20px_var(--gutter)_24px]">
      <StateArt kind={kind} />
      <Heading className="mt-2 mb-0.5 text-md font-semibold">{heading}</Heading>
      <div className="[&>p]:max-w-[34em] [&>p]:text-ink-2">
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
      {actions && <div className="mt-2.5 flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
      {more}
    </div>
  );
}

/** In a section of its own, below the page's heading. */
export function StateSection({ isRuled = false, ...message }: StateMessageProps & { isRuled?: boolean }) {
  return (
    <div className={isRuled ? `${sectionClass} border-t border-rule` : sectionClass}>
      <StateMessage level={2} {...message} />
    </div>
  );
}

/** The way on from a page that shows nothing. */
export const ToOverview = () => (
  <ButtonLink size="small" href="/">
    Go to the overview
  </ButtonLink>
);

export type StateKind = "empty" | "fault" | "offline" | "forbidden" | "not-found";

function StateArt({ kind }: { kind: StateKind }) {
  return (
    <svg
      className="art fill-none stroke-current stroke-[1.5] text-edge forced-color-adjust-auto [stroke-linecap:round] forced-colors:text-[CanvasText]"
      width="96"
      height="48"
      viewBox="0 0 96 48"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[kind]}
    </svg>
  );
}
