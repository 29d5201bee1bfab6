export type Shown = { from: number; to: number };

/** Which rows can be seen, told only to who asks: while rows are scrolled nothing else is drawn for it. */
export type ShownRows = {
  now: () => Shown;
  tell: (from: number, to: number) => void;
  listen: (onChange: () => void) => () => void;
};

export function createShownRows(first: number): ShownRows {
  let shown: Shown = { from: first, to: first };
  const listeners = new Set<() => void>();
  return {
    now: () => shown,
    tell(from, to) {
      if (from === shown.from && to === shown.to) return;
      shown = { from, to };
      for (const onChange of listeners) onChange();
    },
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
