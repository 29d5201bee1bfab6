import { deferred } from "@/components/ui/browser/deferred";

export const StepChart = deferred(
  async () => (await import("./step-chart")).StepChart,
  () => (
    <div className="@container">
      <div className="h-[196px] @max-[560px]:h-[216px]" />
    </div>
  ),
);

const swatchClass = "size-2.5 flex-none rounded-[2px] forced-colors:forced-color-adjust-none";
const outlineClass = "forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]";

const kinds = [
  { name: "First attempt", fill: `bg-bar ${outlineClass}` },
  { name: "After retries", fill: "bg-bar-2 forced-colors:bg-[CanvasText]" },
  { name: "Being retried", fill: `bg-live-fill forced-colors:border-dotted ${outlineClass}` },
  { name: "Not delivered, own scale", fill: `bg-bar-bad forced-colors:border-dashed ${outlineClass}` },
  { name: "Not watched", fill: "bg-[repeating-linear-gradient(45deg,var(--rule-2)_0_1.5px,transparent_1.5px_4px)]" },
];

/** Legend of `StepChart`. */
export function StepKey() {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm/4 text-ink-2">
      {kinds.map(({ name, fill }) => (
        <span key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <i className={`${fill} ${swatchClass}`} />
          {name}
        </span>
      ))}
    </span>
  );
}
