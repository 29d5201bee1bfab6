export type Load = () => Promise<unknown>;

/**
 * Props of a control whose press opens a part of the page. The code of that part loads when a pointer, a finger or the focus
 * reaches the control.
 */
export function onIntent(load: Load | undefined) {
  if (!load) return {};
  const begin = () => void load().catch(noop);
  return { onPointerEnter: begin, onFocus: begin };
}

/** A failed load is repeated by the press. */
const noop = () => undefined;
