import type { ReactNode } from "react";

/** Icons on a 16 × 16 grid, stroked with the text color. */
const iconPaths = {
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  refresh: <path d="M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.6h-2.6" />,
  theme: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M8 2.75v10.5a5.25 5.25 0 0 0 0-10.5Z" fill="currentColor" />
    </>
  ),
  keys: (
    <>
      <rect x="1.75" y="4" width="12.5" height="8" rx="1.5" />
      <path d="M4.5 6.6h.01M7 6.6h.01M9.5 6.6h.01M11.7 6.6h.01M5 9.5h6" />
    </>
  ),
  chev: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  down: <path d="M4 6.2 8 10l4-3.8" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.25" />
      <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </>
  ),
  check: <path d="m3 8.5 3.2 3.2L13 4.8" />,
  x: <path d="m4 4 8 8M12 4l-8 8" />,
  plus: <path d="M8 3v10M3 8h10" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  filter: <path d="M2.5 4.5h11M4.5 8h7M6.5 11.5h3" />,
  cols: (
    <>
      <rect x="2.25" y="3" width="11.5" height="10" rx="1.25" />
      <path d="M6.2 3v10M9.9 3v10" />
    </>
  ),
  rows: <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />,
  play: <path d="M4.75 3.2v9.6l7.5-4.8Z" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" strokeWidth="2" />,
  resume: <path d="M3.2 3.2v9.6M6.2 3.2v9.6l7-4.8Z" />,
  cancel: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="m4.4 11.6 7.2-7.2" />
    </>
  ),
  ban: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="m4.2 4.2 7.6 7.6" />
    </>
  ),
  up: <path d="M8 10.5v-8M4.8 5.4 8 2.3l3.2 3.1M2.75 10.5v2.75h10.5V10.5" />,
  dl: <path d="M8 2.3v8M4.8 7.4 8 10.4l3.2-3M2.75 10.5v2.75h10.5V10.5" />,
  file: <path d="M4 1.9h5.2L12.5 5v9.1H4ZM9 2v3.3h3.4" />,
  mail: (
    <>
      <rect x="2" y="3.75" width="12" height="8.5" rx="1.25" />
      <path d="m2.6 4.8 5.4 4 5.4-4" />
    </>
  ),
  chat: <path d="M2.5 3.5h11v7h-6l-3 2.6v-2.6h-2Z" />,
  bell: <path d="M3.2 11.5h9.6L11.6 10V7a3.6 3.6 0 0 0-7.2 0v3ZM6.7 13.6h2.6" />,
  link: (
    <path d="M6.6 9.4 9.4 6.6M7.2 4.6l1.3-1.3a3 3 0 0 1 4.2 4.2l-1.3 1.3M8.8 11.4l-1.3 1.3a3 3 0 0 1-4.2-4.2l1.3-1.3" />
  ),
  right: <path d="M3 8h10M9 4l4 4-4 4" />,
  lock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.5" rx="1.25" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3.2l2.1 1.3" />
    </>
  ),
  menu: <path d="M2.5 5h11M2.5 11h11" />,
  eye: (
    <>
      <path d="M1.6 8S4 3.8 8 3.8 14.4 8 14.4 8 12 12.2 8 12.2 1.6 8 1.6 8Z" />
      <circle cx="8" cy="8" r="1.9" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 7.4v3.4M8 5.2h.01" />
    </>
  ),
  inbox: <path d="M2.3 9.3h3.2l1 1.9h3l1-1.9h3.2M2.3 9.3l1.9-5.8h7.6l1.9 5.8v3.4H2.3Z" />,
  trash: <path d="M2.8 4.3h10.4M6 4V2.6h4V4M4.2 4.5l.6 8.9h6.4l.6-8.9" />,
  edit: <path d="m10.8 2.8 2.4 2.4-7.6 7.6-3 .6.6-3Z" />,
  user: (
    <>
      <circle cx="8" cy="5.4" r="2.6" />
      <path d="M2.8 13.4c.6-2.6 2.7-4 5.2-4s4.6 1.4 5.2 4" />
    </>
  ),
  undo: <path d="M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.8 3.5 2.8 6.5l3 3" />,
  enter: <path d="M13 3.5v4a1.5 1.5 0 0 1-1.5 1.5H3.5M6.3 6.2 3.4 9l2.9 2.8" />,
  "up-small": <path d="M4 9.8 8 6l4 3.8" />,
  help: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M6.3 6.4a1.75 1.75 0 1 1 2.4 1.6c-.5.2-.7.5-.7 1v.2M8 11.1h.01" />
    </>
  ),
  eyeoff: (
    <path d="M3.4 5.6A11 11 0 0 0 1.6 8S4 12.2 8 12.2c.9 0 1.8-.2 2.5-.6M6.4 4a6 6 0 0 1 1.6-.2c4 0 6.4 4.2 6.4 4.2a11 11 0 0 1-1.6 2.1M2.6 2.6l10.8 10.8" />
  ),
  left: <path d="M13 8H3M7 4 3 8l4 4" />,
  verified: (
    <>
      <path d="M8 1.9 13 3.6v4c0 3.2-2.1 5.5-5 6.5-2.9-1-5-3.3-5-6.5v-4Z" />
      <path d="m5.8 7.9 1.6 1.6 2.9-3.2" />
    </>
  ),
  print: <path d="M4.6 5.6V2.3h6.8v3.3M4.6 11.4H2.4V5.6h11.2v5.8h-2.2M4.6 9.4h6.8v4.3H4.6Z" />,
  out: <path d="M6.2 13.2H2.8V2.8h3.4M6.5 8h7M10.5 4.8 13.7 8l-3.2 3.2" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof iconPaths;

export type IconProps = {
  name: IconName;
  small?: boolean;
  medium?: boolean;
  className?: string;
};

export function Icon({ name, ...style }: IconProps) {
  return <DrawnIcon {...style}>{iconPaths[name]}</DrawnIcon>;
}

type DrawnIconProps = Omit<IconProps, "name"> & { children: ReactNode };

/** An icon of a part that draws its own paths. */
export function DrawnIcon({ small = false, medium = false, className = "", children }: DrawnIconProps) {
  const size = small ? "size-3" : medium ? "size-3.5" : "";
  return (
    <svg
      data-slot="icon"
      className={`icon ${size} ${className}`.trimEnd()}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
