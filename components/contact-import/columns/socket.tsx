const ends = {
  on: "border-cord bg-[radial-gradient(circle,var(--cord)_0_2.5px,var(--sheet)_3px)]",
  off: "border-edge bg-[radial-gradient(circle,var(--edge)_0_2.5px,var(--sheet)_3px)]",
};

type SocketProps = { isOff: boolean; className: string; "data-column"?: number; "data-socket"?: string };

/** Where a connector begins or ends. */
export function Socket({ isOff, className, ...place }: SocketProps) {
  return (
    <span
      className={`absolute size-[13px] rounded-full border-2 max-narrow:hidden ${ends[isOff ? "off" : "on"]} ${className}`}
      {...place}
    />
  );
}
