type Close = () => unknown;

const closing: Close[] = [];

/**
 * Closes a fixture when its file of tests has ended, the last one first. Vitest registers an `afterAll` that is called within
 * `beforeAll` for another file, so that servers and connections would stay open.
 */
export function onFileEnd(close: Close): void {
  closing.push(close);
}

/** For the setup of each file. */
export async function endFile(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}
