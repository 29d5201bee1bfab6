import { lampPaths } from "./status-icon-paths";
import type { Reading } from "./tone";

export type LampProps = { reading: Reading; tinted?: boolean };

/** A lamp's shape carries its meaning; color comes from the parent unless `tinted`. */
export function Lamp({ reading, tinted = false }: LampProps) {
  return (
    <svg
      className={`lamp ${tinted ? `${reading}-c` : ""}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
    >
      {lampPaths[reading]}
    </svg>
  );
}
