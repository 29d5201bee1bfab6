import type { StreamMessage } from "@/lib/contract/console/summary";

export type OpenStream = Awaited<ReturnType<typeof openStream>>;

/** An open stream of `/api/events` with the messages it got so far, their IDs and times. Resolves after the first message. */
export async function openStream(origin: string, cookie: string, { query = "", headers = {} } = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/events${query}`, {
    headers: { cookie, ...headers },
    signal: leaving.signal,
  });
  const stream = {
    response,
    messages: [] as StreamMessage[],
    ids: [] as number[],
    timesMs: [] as number[],
    isOver: false,
    leave: () => leaving.abort(),
  };
  await new Promise<void>((resolve) => {
    const hear = async () => {
      let text = "";
      for await (const chunk of response.body ?? []) {
        const whole = (text + Buffer.from(chunk).toString("utf8")).split("\n\n");
        text = whole.pop() ?? "";
        for (const event of response.ok ? whole : []) {
          stream.ids.push(Number(/^id: (\d+)$/m.exec(event)?.[1]));
          stream.messages.push(JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "{}"));
          stream.timesMs.push(performance.now());
          resolve();
        }
      }
    };
    void hear()
      .catch(() => undefined)
      .finally(() => {
        stream.isOver = true;
        resolve();
      });
  });
  return stream;
}

export const keysOf = ({ messages }: Pick<OpenStream, "messages">) => messages.flatMap(({ keys = [] }) => keys);
