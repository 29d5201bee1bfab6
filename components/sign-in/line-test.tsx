import { Status } from "@/components/status/status";
import type { Probe } from "@/lib/contract/console/settings";

type LineTestProps = {
  host: string;
  test: { data: { probes: Probe[] } | undefined; error: Error | null; isPending: boolean };
};

/** What a try of the line found: the host, and each read's status and time. */
export function LineTest({ host, test: { data, error, isPending } }: LineTestProps) {
  if (error) return <Status word={error.message} reading="fault" />;
  if (!data) return <Status word={isPending ? `Trying ${host}` : `At ${host}, not tried yet`} reading="idle" />;
  const answered = data.probes.filter(({ status, problem }) => status !== null && problem === null);
  const isWell = answered.length === data.probes.length;
  return (
    <>
      <Status
        word={`${answered.length} of ${data.probes.length} reads answered at ${host}`}
        reading={isWell ? "ok" : answered.length > 0 ? "wait" : "fault"}
      />
      <ul className="probes" aria-live="polite">
        {data.probes.map(({ operation, path, status, ms, problem }) => (
          <li key={operation}>
            <span className="mono">{path}</span> {status ?? "no answer"}, {Math.round(ms)} ms
            {problem && `: ${problem}`}
          </li>
        ))}
      </ul>
    </>
  );
}
