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

  return {
    answered({ id }: Operation, outcome: string, ms: number) {
      answers.inc({ operation: id, outcome });
      seconds.observe({ operation: id }, ms / 1000);
    },
    registry,
  };
}
