const WIDTH = 96;
const BASE = 17;
const LINE_HEIGHT = 15;

type Hours = readonly (readonly [delivered: number, notDelivered: number])[];

/** Line of deliveries per hour, with a mark below each hour that had failures. */
export function Spark({ hours }: { hours: Hours | undefined }) {
  const most = Math.max(1, ...(hours ?? []).map(([delivered]) => delivered));
  const step = WIDTH / Math.max(1, (hours?.length ?? 1) - 1);
  const points = hours?.map(
    ([delivered], index) => `${round(index * step)} ${round(BASE - 1 - (delivered / most) * (LINE_HEIGHT - 1))}`,
  );
  const isDrawn = hours?.some(([delivered]) => delivered > 0);
  return (
    <svg className="h-[22px] w-24 overflow-visible max-mid:hidden" viewBox={`0 0 ${WIDTH} 22`} aria-hidden="true">
      <path className="fill-none stroke-rule-2" d={`M0 ${BASE}H${WIDTH}`} />
      {isDrawn && <path className="fill-none stroke-bar stroke-[1.5]" d={`M${points?.join(" L")}`} />}
      {hours?.map(([, missed], index) =>
        missed > 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: hours are identified by their index
          <rect key={index} className="fill-bar-bad" x={round(index * step - 1.6)} y="18" width="3.2" height="4" />
        ) : null,
      )}
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
