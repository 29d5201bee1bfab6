const awayAfterMs = 5 * 60_000;

let lastInputMs = 0;

const noteInput = ({ timeStamp }: Event) => {
  lastInputMs = timeStamp;
};

for (const type of ["pointerdown", "pointermove", "keydown", "wheel"])
  globalThis.addEventListener?.(type, noteInput, { capture: true, passive: true });

/** What a request says of who is at the browser: one that a tab makes while nobody is there keeps no session alive. */
export const presenceHeaders = (): Record<string, string> =>
  performance.now() - lastInputMs > awayAfterMs ? { "x-switchboard-unattended": "1" } : {};
