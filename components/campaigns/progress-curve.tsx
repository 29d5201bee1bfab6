import { type LineBand, LineChart } from "@/components/ui/charts/line-chart";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { isResting, stageOf } from "@/lib/contract/console/campaign-stage";
import { stillSpan } from "./campaign-standstill";

export type RunSpan = { startMs: number | undefined; endMs: number | undefined };

/** Finished contacts from the start to now or to the end. Without two reads in between, nothing is drawn. */
export function ProgressCurve({ progress, span }: { progress: Progress; span: RunSpan }) {
  const samples = samplesWithin(progress.samples, span);
  const isRunning = stageOf(progress.status) === "running";
  if (samples.length < 2 && !isRunning) return false;
  const points = samples.map(({ at, handled, status }) => ({
    atMs: Date.parse(at),
    value: handled,
    note: status ?? "",
  }));
  return (
    // As high as the curve, which comes with the second read.
    <div className="mt-4 flex min-h-[224px] flex-col max-narrow:min-h-[244px]">
      {samples.length > 1 && (
        <>
          <h3 className="mb-2 text-md font-semibold">Done or failed, over time</h3>
          <LineChart label="Contacts done or failed" points={points} bands={bandsOf({ ...progress, samples })} />
        </>
      )}
    </div>
  );
}

/** Samples between start and end. The last one before the start and the first one after the end stand for these moments. */
export function samplesWithin(samples: Progress["samples"], { startMs, endMs }: RunSpan): Progress["samples"] {
  const msOf = ({ at }: Progress["samples"][number]) => Date.parse(at);
  const first = startMs === undefined ? 0 : samples.findLastIndex((sample) => msOf(sample) <= startMs);
  const end = endMs === undefined ? -1 : samples.findIndex((sample) => msOf(sample) >= endMs);
  return samples.slice(Math.max(0, first), end < 0 ? undefined : end + 1).map((sample) => ({
    ...sample,
    at: new Date(Math.min(Math.max(msOf(sample), startMs ?? 0), endMs ?? Number.POSITIVE_INFINITY)).toISOString(),
  }));
}

function bandsOf(progress: Progress): LineBand[] {
  const { samples, pace, read_at } = progress;
  const bands: LineBand[] = [];
  for (const [at, { at: from, status }] of samples.entries()) {
    const to = samples[at + 1];
    if (!to || !isResting(status) || stageOf(status) === "ended") continue;
    const last = bands.at(-1);
    const span = { fromMs: Date.parse(from), toMs: Date.parse(to.at) };
    if (last?.toMs === span.fromMs && last.label === status) last.toMs = span.toMs;
    else bands.push({ ...span, label: status ?? "", tone: "idle" });
  }
  if (pace.stillSince)
    bands.push({
      fromMs: Date.parse(pace.stillSince),
      toMs: Date.parse(read_at),
      label: `no movement, ${stillSpan(progress)}`,
      tone: "wait",
    });
  return bands;
}
