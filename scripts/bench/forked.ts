import { fork } from "node:child_process";
import { join } from "node:path";
import type { Answers } from "./processes/answering";
import { afterwards } from "./tidy";

type Message = { ready?: unknown; id?: number; value?: unknown; error?: string };

type Forked<Asks extends Answers> = {
  /** What the process said of itself when it was ready. */
  ready: Record<string, string>;
  ask<Name extends keyof Asks & string>(name: Name, input: Parameters<Asks[Name]>[0]): ReturnType<Asks[Name]>;
  stop(): Promise<void>;
};

/** Starts one of the processes of `processes/`, which is stopped when the part is over. Its log goes nowhere. */
export async function forked<Asks extends Answers>(name: string, options: Record<string, unknown> = {}) {
  const child = fork(join(import.meta.dirname, `${name}.js`), [JSON.stringify(options)], {
    execArgv: ["--enable-source-maps"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, (message: Message) => void>();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let asked = 0;

  const ready = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code} before it was ready.`)));
    child.on("message", (message: Message) => {
      if (message.ready) resolve(message.ready as Record<string, string>);
      else if (message.id !== undefined) waiting.get(message.id)?.(message);
    });
  });
  const ask = (what: string, input: unknown) =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      waiting.set(id, ({ value, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      });
      void ended.then(() => reject(new Error(`${name} ended before it answered.`)));
      child.send({ id, what, input });
    });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  afterwards(stop);
  // A process sends JSON: its own declaration of what it answers is taken at its word.
  return { ready, ask, stop } as Forked<Asks>;
}
