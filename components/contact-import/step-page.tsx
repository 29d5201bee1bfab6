import type { ReactNode } from "react";

const headings = {
  title: "text-md font-semibold tracking-[-0.004em]",
  figure: "text-2xl font-[560] tracking-[-0.022em]",
  plain: "",
  hidden: "sr-only",
};

type StepHeadingProps = { look?: keyof typeof headings; className?: string; children: ReactNode };

/** The heading that takes the focus when its step begins. */
export function StepHeading({ look = "title", className = "", children }: StepHeadingProps) {
  return (
    <h2 className={`outline-none ${headings[look]} ${className}`} id="import-step" tabIndex={-1}>
      {children}
    </h2>
  );
}

/** A step that is read from top to bottom. */
export function StepPage({ children }: { children: ReactNode }) {
  return <div className="max-w-[868px] px-(--gutter) pt-5.5 pb-7.5 [&>*+*]:mt-4.5">{children}</div>;
}

/** The API's own words, in a frame. */
export function AnswerBox({ children }: { children: ReactNode }) {
  return <div className="mt-2.5 overflow-hidden rounded-2 border border-rule [--gutter:14px]">{children}</div>;
}
