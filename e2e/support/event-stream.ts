export type Stream = Awaited<ReturnType<typeof listenTo>>;

/** An open event stream with its messages and their times. */
export async function listenTo(origin: string, cookie: string, page = "/") {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/events?${new URLSearchParams({ page })}`, {
    headers: { cookie },
    signal: leaving.signal,
  });
  const heard: { keys: string[]; atMs: number }[] = [];
  const stream = { status: response.status, heard, isOver: false, leave: () => leaving.abort() };
  const hear = async () => {
    let text = "";
    for await (const chunk of response.body ?? []) {
      const whole = (text + Buffer.from(chunk).toString("utf8")).split("\n\n");
      text = whole.pop() ?? "";
      for (const each of whole) {
        const { keys = [] } = JSON.parse(/^data: (.*)$/m.exec(each)?.[1] ?? "{}") as { keys?: string[] };
        heard.push({ keys, atMs: performance.now() });
      }
    }
  };
  void hear()
    .catch(() => undefined)
    .finally(() => {
      stream.isOver = true;
    });
  return stream;
}

/** Messages that name a resource or one of its records. */
export const messagesAbout = ({ heard }: Stream, resource: string) =>
  heard.filter(({ keys }) => keys.some((key) => key.startsWith(resource)));
