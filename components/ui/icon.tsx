import { iconPaths } from "./icon-paths";

export type IconName = keyof typeof iconPaths;

export type IconProps = { name: IconName; small?: boolean; className?: string };

export function Icon({ name, small = false, className = "" }: IconProps) {
  return (
    <svg className={`i ${small ? "i-12" : ""} ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {iconPaths[name]}
    </svg>
  );
}
