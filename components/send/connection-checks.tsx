import { Status } from "@/components/status/status";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import type { CheckOutcome, ConnectionCheck } from "@/lib/contract/console/connection";
import { isUsable } from "@/lib/contract/console/connection-change";

export type TestedConnection = { at: string; checks: readonly ConnectionCheck[] };

export function TestResult({ tested: { at, checks }, host }: { tested: TestedConnection; host: string }) {
  const causes = causesOf(checks);
  const isGood = isUsable(checks);
  return (
    <div className="grid gap-2" role="status">
      <Status
        word={isGood ? `This connection works: ${checksInMessage(checks)}.` : "This connection does not work."}
        tone={isGood ? "ok" : "fault"}
      />
      {causes.length > 0 && <CheckList checks={causes} />}
      <p className="text-sm/[17px] text-ink-3">
        Tested at <code>{host}</code>, <TimeText at={at} variant="clock" zoned quiet />.
      </p>
      <details>
        <summary className="cursor-pointer text-sm/6 text-ink-2">Technical detail: all {checks.length} checks</summary>
        <CheckList checks={checks} />
      </details>
    </div>
  );
}

/** Checks that failed or warn. Failed requests are left out if the key was refused. */
export function causesOf(checks: readonly ConnectionCheck[]) {
  const failing = checks.filter(({ outcome }) => outcome === "fault" || outcome === "look");
  const isRefused = failing.some(({ id, outcome }) => id === "key" && outcome === "fault");
  return failing.filter(({ probe }) => !(probe && isRefused));
}

const CheckList = ({ checks }: { checks: readonly ConnectionCheck[] }) => (
  <ul className="grid gap-1 text-sm/5">
    {checks.map(({ id, name, outcome, message, notes }) => (
      <li key={id} className="wrap-anywhere">
        <Status word={name} tone={statusTones[outcome]} />: {message}
        {notes.map((note) => (
          <p key={note} className="text-ink-3">
            {note}
          </p>
        ))}
      </li>
    ))}
  </ul>
);

const statusTones: Record<CheckOutcome, Tone> = { ok: "ok", look: "wait", fault: "fault", skipped: "idle" };

const order = ["fault", "look", "ok", "skipped"] as const;

const countLabel: Record<CheckOutcome, string> = {
  fault: "with a problem",
  look: "with a warning",
  ok: "OK",
  skipped: "not tried",
};

export function checksInMessage(checks: readonly Pick<ConnectionCheck, "outcome">[]): string {
  const counts = order.map((outcome) => [outcome, checks.filter((check) => check.outcome === outcome).length] as const);
  return counts.flatMap(([outcome, count]) => (count > 0 ? [`${count} ${countLabel[outcome]}`] : [])).join(", ");
}
