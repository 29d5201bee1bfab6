export type Click = { button: number; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** A left click without a key held: any other one is the browser's, which opens tabs and windows with it. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Click) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
