type Step = { label: string; onSelect?: () => void };

export type StepperProps = { steps: readonly Step[]; now: number };

/** Steps of a wizard. Finished steps link back. */
export function Stepper({ steps, now }: StepperProps) {
  return (
    <nav aria-label="Steps">
      <ol className="flex items-center max-narrow:max-w-[440px]">
        {steps.map((step, index) => {
          const state = index < now ? "done" : index === now ? "now" : "next";
          return (
            <li
              key={step.label}
              className={`${stepClass} ${index <= now ? "not-first:before:bg-accent" : "not-first:before:bg-rule-2"} ${stateClasses[state]}`}
              aria-current={state === "now" ? "step" : undefined}
            >
              <StepLink step={step} state={state} />
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** On narrow screens the lines between the steps share the remaining width equally. */
const stepClass = [
  "flex items-center gap-2 whitespace-nowrap not-first:before:mx-2.5 not-first:before:h-[1.5px] not-first:before:w-9",
  "max-narrow:gap-0 max-narrow:not-first:flex-[1_0_auto] max-narrow:not-first:before:mx-0 max-narrow:not-first:before:w-auto",
  "max-narrow:not-first:before:min-w-1 max-narrow:not-first:before:flex-1",
].join(" ");

const stateClasses = { done: "font-medium text-ink-2", now: "font-semibold text-ink", next: "font-medium text-ink-3" };

export const dots = {
  done: "border-accent bg-accent forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none",
  now: "border-accent bg-sheet shadow-[0_0_0_3px_color-mix(in_oklab,var(--accent)_18%,transparent)] after:size-[5px] after:rounded-full after:bg-accent forced-colors:after:bg-[CanvasText] forced-colors:after:forced-color-adjust-none",
  next: "border-edge bg-sheet",
};

const insideClass =
  "inline-flex min-h-6 min-w-6 items-center gap-2 max-narrow:min-h-9 max-narrow:min-w-7 max-narrow:justify-center";

const pressClass = "underline-offset-3 hover:text-ink hover:underline max-narrow:min-w-9";

function StepLink({ step, state }: { step: Step; state: keyof typeof dots }) {
  const isDone = state === "done";
  const inside = (
    <>
      <i
        aria-hidden="true"
        className={`grid size-[13px] place-items-center rounded-full border-[1.5px] ${dots[state]}`}
      />
      <span className={state === "now" ? undefined : "max-narrow:sr-only"}>
        {step.label}
        {isDone && <span className="sr-only">, done</span>}
      </span>
    </>
  );
  if (isDone && step.onSelect) {
    return (
      <button type="button" className={`${insideClass} ${pressClass}`} onClick={step.onSelect}>
        {inside}
      </button>
    );
  }
  return <span className={`${insideClass} ${state === "now" ? "max-narrow:px-2" : ""}`}>{inside}</span>;
}
