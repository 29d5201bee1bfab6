import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Operation } from "@/lib/contract/operation";

export type Measures = ReturnType<typeof createMeasures>;

/** Counts and times for `/metrics`, labelled by operation and outcome only: nothing a person or a contact could be known by. */
export function createMeasures() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: "switchboard_answers_total",
    help: "Answers given by the gateway",
    labelNames: ["operation", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "switchboard_answer_seconds",
    help: "Time from a request's check to its answer",
    labelNames: ["operation"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30],
    registers: [registry],
  });

  const series = new Map<string, { count: () => void; time: (seconds: number) => void }>();

  /** What adds to one operation's figures, its labels looked up once. */
  function seriesOf(operation: string, outcome: string) {
    const key = `${operation} ${outcome}`;
    const known = series.get(key);
    if (known) return known;
    const [count, time] = [answers.labels({ operation, outcome }), seconds.labels({ operation })];
    const metric = { count: () => count.inc(), time: (value: number) => time.observe(value) };
    series.set(key, metric);
    return metric;
  }

  return {
    answered(op: Operation, outcome: string, ms: number) {
      const { count, time } = seriesOf(op.id, outcome);
      count();
      time(ms / 1000);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
