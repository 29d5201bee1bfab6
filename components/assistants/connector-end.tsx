type ConnectorEndProps = { isOff?: boolean; className?: string };

/** Where a connector of the diagram ends. */
export function ConnectorEnd({ isOff = false, className = "" }: ConnectorEndProps) {
  const color = isOff
    ? "border-edge bg-[radial-gradient(circle,var(--edge)_0_2.5px,var(--sheet)_3px)]"
    : "border-cord bg-[radial-gradient(circle,var(--cord)_0_2.5px,var(--sheet)_3px)]";
  return <span className={`size-[13px] rounded-full border-2 ${color} ${className}`} aria-hidden="true" />;
}
