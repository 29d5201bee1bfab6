type Failing = {
  /** The exit code where it throws. */
  failed: number;
  /** What is said of it then. */
  said: (error: unknown) => unknown;
};

/** Runs a command; what it answers is the exit code. */
export function runCommand(run: () => Promise<number>, { failed, said }: Failing) {
  // Who has seen enough closes the pipe: `npm run doctor | head`.
  process.stdout.on("error", () => process.exit());
  run().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(said(error));
      process.exitCode = failed;
    },
  );
}
