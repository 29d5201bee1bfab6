/** An open `/api/events`, for a test without a browser: what it said, and when. */
export async function listenTo(origin: string, cookie: string) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: leaving.signal });
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
