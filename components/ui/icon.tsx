import { iconPaths } from "./icon-paths";

export type IconName = keyof typeof iconPaths;

export type IconProps = { name: IconName; small?: boolean; medium?: boolean; className?: string };

export function Icon({ name, small = false, medium = false, className = "" }: IconProps) {
  const size = small ? "size-3" : medium ? "size-3.5" : "size-4";
  return (
    <svg
      data-slot="icon"
      className={`${size} fill-none stroke-current stroke-[1.4] [stroke-linecap:round] [stroke-linejoin:round] forced-color-adjust-auto forced-colors:text-[CanvasText] ${className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      {iconPaths[name]}
    </svg>
  );
}
