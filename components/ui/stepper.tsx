import Link from "next/link";

type Step = { label: string; href?: string; onSelect?: () => void };

export type StepperProps = { label: string; steps: readonly Step[]; now: number };

/** Steps before `now` are done, and go back to where they were done. */
export function Stepper({ label, steps, now }: StepperProps) {
  return (
    <nav aria-label={label}>
      <ol className="steps">
        {steps.map((step, at) => (
          <li
            key={step.label}
            className={at < now ? "done" : at === now ? "now" : undefined}
            aria-current={at === now ? "step" : undefined}
          >
            <StepDoor step={step} isDone={at < now} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepDoor({ step, isDone }: { step: Step; isDone: boolean }) {
  const inside = (
    <>
      <i aria-hidden="true" />
      <span className="tx">
        {step.label}
        {isDone && <span className="vh">, done</span>}
      </span>
    </>
  );
  if (isDone && step.href !== undefined) return <Link href={step.href}>{inside}</Link>;
  if (isDone && step.onSelect) {
    return (
      <button type="button" onClick={step.onSelect}>
        {inside}
      </button>
    );
  }
  return <span>{inside}</span>;
}
