// biome-ignore lint/suspicious/noExplicitAny: each process declares its own inputs
export type Answers = Record<string, (input: any) => Promise<unknown>>;

type ProcessRequest = { id: number; what: string; input: unknown };

/** The options with which a process of the bench was started. */
export const processOptions = <Options>() => JSON.parse(process.argv[2] ?? "{}") as Options;

/** Answers the bench's requests until the IPC channel closes. */
export function answerRequests(answers: Answers, ready: Record<string, string> = {}) {
  process.on("message", ({ id, what, input }: ProcessRequest) => {
    Promise.resolve(answers[what]?.(input)).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? "") : String(error) }),
    );
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.({ ready });
}

/** Memory and CPU time of this process. */
export const usage = async () => ({
  residentMb: process.memoryUsage.rss() / 1048576,
  cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
});

export type UsageAnswers = { usage: (input: null) => Promise<{ residentMb: number; cpuMs: number }> };
