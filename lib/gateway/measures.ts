import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Operation } from "@/lib/contract/operation";

export type Measures = ReturnType<typeof createMeasures>;

/** Counters and histograms for `/metrics`. Labels are only operation and outcome, so that they hold no personal data. */
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

  /** Caches the labelled series of an operation, so that labels are looked up once. */
  function seriesOf(operation: string, outcome: string) {
    const key = `${operation} ${outcome}`;
    const cached = series.get(key);
    if (cached) return cached;
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
