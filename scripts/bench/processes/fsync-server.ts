import { open } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The plainest receiver that loses nothing: it appends each body to a file, syncs it and answers. One sync serves all that wait. */
async function main() {
  const file = await open(process.argv[2] ?? "", "a");
  let syncing: Promise<void> | undefined;
  const sync = async () => {
    // A sync that began before the write may not hold it.
    await syncing;
    syncing ??= file.sync().finally(() => {
      syncing = undefined;
    });
    await syncing;
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    await file.write(body);
    await sync();
    response.end("{}");
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

void main();
