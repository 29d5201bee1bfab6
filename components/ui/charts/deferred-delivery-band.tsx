import { deferred } from "@/components/ui/browser/deferred";
import { bandScale } from "./band-scale";
import type { DeliveryBandProps } from "./delivery-band";

export const DeliveryBand = deferred(
  async () => (await import("./delivery-band")).DeliveryBand,
  () => <div className="h-12" />,
);

const outlineClass = "forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]";

const kinds = [
  { name: "Arrived", fill: `bg-bar ${outlineClass}` },
  { name: "Late", fill: "bg-wait-fill forced-colors:bg-[CanvasText]" },
  { name: "Not arrived yet", fill: `bg-live-fill forced-colors:border-dotted ${outlineClass}` },
  { name: "Not arrived", fill: `bg-fault-fill forced-colors:border-dashed ${outlineClass}` },
  { name: "Not watched", fill: "bg-[repeating-linear-gradient(45deg,var(--rule-2)_0_1.5px,transparent_1.5px_4px)]" },
];

export function BandKey({ steps }: Pick<DeliveryBandProps, "steps">) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm/4 text-ink-2">
      {kinds.map(({ name, fill }) => (
        <span key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <i className={`${fill} size-2.5 flex-none rounded-[2px] forced-colors:forced-color-adjust-none`} />
          {name}
        </span>
      ))}
      {bandScale(steps).isRoot && <span className="text-ink-3">square root scale</span>}
    </span>
  );
}
