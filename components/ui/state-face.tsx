import type { ReactNode } from "react";
import { type Face, StateArt } from "./state-art";

export type StateFaceProps = {
  face: Face;
  heading: string;
  children: ReactNode;
  actions?: ReactNode;
  level?: 1 | 2 | 3;
  more?: ReactNode;
};

const headings = { 1: "h1", 2: "h2", 3: "h3" } as const;

/** What stands where content would have been. `children` is one or two sentences. */
export function StateFace({ face, heading, children, actions, level = 3, more }: StateFaceProps) {
  const Heading = headings[level];
  return (
    <div className="state">
      <StateArt face={face} />
      <Heading className="mt-2 mb-0.5 text-md font-semibold">{heading}</Heading>
      <div className="[&>p]:max-w-[56ch] [&>p]:wrap-anywhere [&>p]:text-ink-2">
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
      {actions && <div className="mt-2.5 flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
      {more}
    </div>
  );
}
