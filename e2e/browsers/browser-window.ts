export type Key = "Control" | "Enter" | "Escape" | "k";

/** A browser of its own with one window and no cookies. Functions that run in the page know only their arguments. */
export type BrowserWindow = {
  goto(url: string): Promise<void>;
  /** The size of the viewport if the browser allows it, else the nearest one. */
  resize(width: number, height: number): Promise<void>;
  evaluate<Args extends unknown[], Result>(inPage: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Clicks as a pointer does, once. */
  click(selector: string, index: number): Promise<void>;
  chooseFile(selector: string, path: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses the keys together. */
  press(...keys: Key[]): Promise<void>;
  /** Errors that the browser reported since the last call, if it reports any. */
  takeErrors(): string[];
  /** An A4 PDF, if the browser can be asked for one. */
  print?(): Promise<Uint8Array>;
  close(): Promise<void>;
};
