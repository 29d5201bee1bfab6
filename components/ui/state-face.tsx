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
      <Heading>{heading}</Heading>
      <div className="state-text">{typeof children === "string" ? <p>{children}</p> : children}</div>
      {actions && <div className="row">{actions}</div>}
      {more}
    </div>
  );
}
