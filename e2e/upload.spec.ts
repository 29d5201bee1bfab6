import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { seeded } from "../lib/platform/seeding/ids";
import { cookieHeader } from "./support/people";
import { appProcess } from "./support/product";
import { expect, test } from "./support/test";

const mebibyte = 1024 * 1024;

const padding = "with a name of some length, ".repeat(5).replaceAll(",", "");

/** A contact list of about so many bytes, made as it is read: row after row, each number once. */
function* contactList(bytes: number) {
  let sent = 0;
  let row = 0;
  yield Buffer.from("phone_number,name\r\n");
  while (sent < bytes) {
    let block = "";
    for (let line = 0; line < 2000; line += 1, row += 1)
      block += `+1${String(2_000_000_000 + row)},Contact number ${row} ${padding}\r\n`;
    sent += block.length;
    yield Buffer.from(block);
  }
  return row;
}

test("a 120 MiB contact list arrives whole, and the gateway's memory does not grow with it", async ({ product }) => {
  test.setTimeout(300_000);
  const boundary = "a-boundary-of-our-own";
  const hash = createHash("sha256");
  const server = appProcess(product.pid);
  const before = residentMiB(server);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMiB(server));
  }, 100);
  let rows = 0;
  const url = new URL(`/api/v1/campaigns/${seeded.campaigns.draft}/contacts/upload`, product.origin);
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = request(
      url,
      {
        method: "POST",
        headers: {
          cookie: cookieHeader(product.cookies.campaign_manager),
          "content-type": `multipart/form-data; boundary=${boundary}`,
          "sec-fetch-site": "same-origin",
          "x-switchboard": "1",
          "x-file-name": "big.csv",
        },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
      },
    );
    sending.on("error", reject);
    const write = async () => {
      sending.write(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\ncontent-type: text/csv\r\n\r\n`,
      );
      const list = contactList(120 * mebibyte);
      for (let next = list.next(); ; next = list.next()) {
        if (next.done) {
          rows = next.value;
          break;
        }
        hash.update(next.value);
        if (!sending.write(next.value)) await new Promise((drained) => sending.once("drain", drained));
      }
      sending.end(`\r\n--${boundary}--\r\n`);
    };
    write().catch(reject);
  });
  clearInterval(watch);
  const result = JSON.parse(answer).data;
  expect(result).toMatchObject({ total_rows: rows, accepted: rows, rejected: 0, duplicates: 0 });
  expect(result.sha256).toBe(hash.digest("hex"));
  console.log(`gateway: ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at its peak, ${rows} rows`);
  expect(peak - before).toBeLessThan(64);
});

const residentMiB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
