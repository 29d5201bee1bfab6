const awayAfterMs = 5 * 60_000;

let lastInputMs = 0;

const recordInput = ({ timeStamp }: Event) => {
  lastInputMs = timeStamp;
};

for (const type of ["pointerdown", "pointermove", "keydown", "wheel"])
  globalThis.addEventListener?.(type, recordInput, { capture: true, passive: true });

/** Marks requests after five minutes without input as unattended, so that they do not extend the session. */
export const presenceHeaders = (): Record<string, string> =>
  performance.now() - lastInputMs > awayAfterMs ? { "x-switchboard-unattended": "1" } : {};
