// biome-ignore lint/suspicious/noExplicitAny: each process declares what its own questions hold
export type Answers = Record<string, (input: any) => Promise<unknown>>;

type Question = { id: number; what: string; input: unknown };

/** What a process of the bench was started with. */
export const given = <Options>() => JSON.parse(process.argv[2] ?? "{}") as Options;

/** Answers the bench's questions until it goes away. */
export function answering(answers: Answers, ready: Record<string, string> = {}) {
  process.on("message", ({ id, what, input }: Question) => {
    Promise.resolve(answers[what]?.(input)).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? "") : String(error) }),
    );
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.({ ready });
}

/** What every server here can say of itself. */
export const usage = async () => ({
  residentMb: process.memoryUsage.rss() / 1048576,
  cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
});

export type UsageAnswers = { usage: (input: null) => Promise<{ residentMb: number; cpuMs: number }> };
