import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";

const headings = {
  title: "text-md font-semibold tracking-[-0.004em]",
  figure: "text-2xl font-[560] tracking-[-0.022em]",
  sentence: "text-xl font-[560] tracking-[-0.014em] wrap-anywhere",
  plain: "",
  hidden: "sr-only",
};

type StepHeadingProps = { variant?: keyof typeof headings; className?: string; children: ReactNode };

export function StepHeading({ variant = "title", className = "", children }: StepHeadingProps) {
  return (
    <h2 className={`outline-none ${headings[variant]} ${className}`} id="import-step" tabIndex={-1}>
      {children}
    </h2>
  );
}

/** `isWhole`: as high as the window allows, above a bar. */
export function StepPage({ isWhole = false, children }: { isWhole?: boolean; children: ReactNode }) {
  return (
    <div className={`max-w-[868px] px-(--gutter) pt-5.5 pb-7.5 [&>*+*]:mt-4.5 ${isWhole ? "flex-1" : ""}`}>
      {children}
    </div>
  );
}

export function AnswerBox({ children }: { children: ReactNode }) {
  return <div className="mt-2.5 overflow-hidden rounded-2 border border-rule [--gutter:14px]">{children}</div>;
}

type StepBarProps = { label: string; whyNot: string | undefined; onContinue: () => void; children?: ReactNode };

/** Bar with the continue button. `whyNot` is the reason if it is disabled. */
export function StepBar({ label, whyNot, onContinue, children }: StepBarProps) {
  const noteId = useId();
  return (
    <BottomBar className="justify-end gap-x-4 gap-y-2.5 max-narrow:flex-wrap">
      <p
        className="text-right text-sm/[17px] text-ink-2 max-narrow:w-full max-narrow:text-left max-narrow:empty:hidden"
        id={noteId}
      >
        {whyNot ?? children}
      </p>
      <Button
        variant="primary"
        className="max-narrow:h-10 max-narrow:flex-1"
        disabled={whyNot !== undefined}
        aria-describedby={noteId}
        onClick={onContinue}
      >
        {label}
        <Icon name="right" />
      </Button>
    </BottomBar>
  );
}

export function BottomBar({ className, ...rest }: ComponentProps<"section"> & { className: string }) {
  return (
    <section
      {...rest}
      className={`sticky bottom-0 z-10 flex items-center border-t border-rule-2 bg-sheet px-(--gutter) py-2.5 ${className}`}
    />
  );
}
