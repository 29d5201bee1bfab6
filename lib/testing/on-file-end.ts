type Close = () => unknown;

const closing: Close[] = [];

/**
 * Closes a fixture when its file of tests has ended, the last one first. Vitest registers an `afterAll` that is called within
 * `beforeAll` for another file, so that servers and connections would stay open.
 */
export function onFileEnd(close: Close): void {
  closing.push(close);
}

/** For the setup of each file. Closes the others too when one cannot be closed, and then fails. */
export async function endFile(): Promise<void> {
  const faults: unknown[] = [];
  for (const close of closing.splice(0).reverse())
    try {
      await close();
    } catch (fault) {
      faults.push(fault);
    }
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults);
}
