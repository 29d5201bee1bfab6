import { fork } from "node:child_process";
import { join } from "node:path";
import type { Answers } from "./processes/answering";
import { onTidy } from "./tidy";

type Message = { ready?: unknown; id?: number; value?: unknown; error?: string };

type Forked<Asks extends Answers> = {
  /** The values that the process sent when it was ready. */
  ready: Record<string, string>;
  ask<Name extends keyof Asks & string>(name: Name, input: Parameters<Asks[Name]>[0]): ReturnType<Asks[Name]>;
  stop(): Promise<void>;
};

/** Starts a process of `processes/`, to be stopped at the end of the part. Its log is discarded. */
export async function forked<Asks extends Answers>(name: string, options: Record<string, unknown> = {}) {
  const child = fork(join(import.meta.dirname, `${name}.js`), [JSON.stringify(options)], {
    execArgv: ["--enable-source-maps"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, (message: Message) => void>();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let lastId = 0;

  const ready = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code} before it was ready.`)));
    child.on("message", (message: Message) => {
      if (message.ready) resolve(message.ready as Record<string, string>);
      else if (message.id !== undefined) waiting.get(message.id)?.(message);
    });
  });
  const ask = (what: string, input: unknown) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
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
  onTidy(stop);
  // The process sends JSON, so its declared types are not checked.
  return { ready, ask, stop } as Forked<Asks>;
}
