import { Worker, type WorkerOptions } from "node:worker_threads";

/** Starts a worker beside the module at `base`: the built one in a build, or from sources by tsx. */
export function startThread(name: string, base: string, options: WorkerOptions) {
  const isSource = base.endsWith(".ts");
  const file = new URL(`./${name}.${isSource ? "ts" : "js"}`, base);
  if (!isSource) return new Worker(file, options);
  const start = `import("tsx/esm/api").then(({ register }) => { register(); return import("${file}"); })`;
  return new Worker(start, { ...options, eval: true });
}
