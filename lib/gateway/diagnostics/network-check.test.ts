import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { checkNetwork } from "./network-check";

async function port() {
  const server = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("connects to the address that it looked up, without a second lookup", async () => {
  const lookUp = vi.fn(async () => [{ address: "127.0.0.1" }]);
  // The system has no address for this name.
  const url = new URL(`http://rebinding.invalid:${await port()}/`);
  const result = await checkNetwork(url, { limitMs: timeoutMs(2_000), lookUp });
  expect(result).toMatchObject({ addresses: ["127.0.0.1"], answer: { status: 200 }, failure: undefined });
  expect(lookUp).toHaveBeenCalledTimes(1);
});

test("does not connect when one of the addresses is link-local", async () => {
  const lookUp = async () => [{ address: "127.0.0.1" }, { address: "169.254.169.254" }];
  const url = new URL(`http://rebinding.invalid:${await port()}/`);
  const result = await checkNetwork(url, { limitMs: timeoutMs(2_000), lookUp });
  expect(result).toMatchObject({ answer: undefined, failure: "LINK_LOCAL" });
});
