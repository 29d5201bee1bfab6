type Point = readonly [x: number, y: number];
type Connector = { from: Point; to: Point; sag: number; color: 1 | 2 | 3 | 4 };

const columns = Array.from({ length: 23 }, (_, index) => -150 + index * 52);
const rows = Array.from({ length: 20 }, (_, index) => -88 + index * 58);

const lights: readonly Point[] = [
  [-150, -105],
  [422, -47],
  [994, 11],
  [-46, 69],
  [526, 127],
  [58, 243],
  [630, 301],
  [162, 417],
  [734, 475],
  [266, 591],
  [838, 649],
  [370, 765],
  [942, 823],
  [-98, 881],
  [474, 939],
];

const connectors: readonly Connector[] = [
  { from: [110, 260], to: [318, 434], sag: 146, color: 1 },
  { from: [266, 144], to: [682, 318], sag: 246, color: 2 },
  { from: [578, 492], to: [786, 550], sag: 146, color: 3 },
  { from: [214, 550], to: [578, 202], sag: 276, color: 4 },
  { from: [110, 666], to: [422, 608], sag: 116, color: 1 },
  { from: [474, 724], to: [630, 724], sag: 96, color: 2 },
];

/** Drawing of a telephone switchboard beside the sign-in form. */
export function SwitchboardDrawing() {
  return (
    <div className="switchboard-drawing relative overflow-hidden max-narrow:-order-1">
      <svg
        className="absolute inset-0 size-full max-narrow:h-[420px]"
        viewBox="0 0 860 900"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        {rows.map((y) => (
          <g key={y}>
            <path d={`M-174 ${y - 24}H1018`} stroke="var(--p-line)" strokeWidth="1" />
            {columns.map((x) => (
              <g key={x}>
                <circle cx={x} cy={y} r="9.5" fill="var(--p-sleeve)" stroke="var(--p-ring)" strokeWidth="1.5" />
                <circle cx={x} cy={y} r="4" fill="var(--p-hole)" />
              </g>
            ))}
          </g>
        ))}
        {lights.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="2.6" fill="var(--p-light)" />
        ))}
        {connectors.map((connector) => (
          <CallPath key={`${connector.from}`} {...connector} />
        ))}
      </svg>
    </div>
  );
}

function CallPath({ from, to, sag, color }: Connector) {
  const [x1, y1] = [from[0], from[1] + 24];
  const [x2, y2] = [to[0], to[1] + 24];
  const line = { d: `M${x1} ${y1}C${x1} ${y1 + sag} ${x2} ${y2 + sag} ${x2} ${y2}`, fill: "none" };
  return (
    <>
      <path {...line} stroke="var(--p-shade)" strokeWidth="11" strokeLinecap="round" transform="translate(3 6)" />
      <path {...line} stroke="var(--p-bg)" strokeWidth="11" />
      <path {...line} stroke={`var(--p-c${color})`} strokeWidth="7" />
      <path {...line} stroke="#fff" strokeOpacity=".22" strokeWidth="1.6" transform="translate(-1.4 -1)" />
      <Plug point={from} color={color} />
      <Plug point={to} color={color} />
    </>
  );
}

function Plug({ point: [x, y], color }: { point: Point; color: Connector["color"] }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="12" fill="var(--p-brass)" />
      <circle r="12" fill="none" stroke="var(--p-bg)" strokeOpacity=".35" />
      <rect x="-7.5" y="-6" width="15" height="34" rx="7.5" fill={`var(--p-c${color})`} />
      <rect x="-7.5" y="-6" width="15" height="34" rx="7.5" fill="none" stroke="var(--p-bg)" strokeOpacity=".3" />
      <path d="M-4 3v16" stroke="#fff" strokeOpacity=".28" strokeWidth="1.8" strokeLinecap="round" />
      <path d="M-7.5 9h15M-7.5 13h15" stroke="var(--p-bg)" strokeOpacity=".28" />
    </g>
  );
}
