import { request } from "node:http";
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Load generators for a product that the tests started. Local and limited in time. */
export type Attack = {
  port: number;
  forMs: number;
  /** Sockets that sign in wrongly, each again as soon as it is answered. */
  signIns?: number;
  /** Sockets that sign in wrongly, each from an address of its own. */
  guesses?: number;
  /** Uploads of one person that let a byte through now and then. */
  uploads?: number;
  /** Connections of five addresses that load pages without a session. */
  pages?: number;
  /** Sockets that repeat a request that is refused at once. */
  refusals?: number;
  /** Sockets that send requests without waiting for an answer. */
  pipelines?: number;
  /** Sockets that send a body in chunks of one byte, which nobody reads. */
  chunks?: number;
  /** Paths that one person reads, again and again, one request at a time each. */
  reads?: readonly string[];
  cookies: { uploads: string; reads: string };
};

const host = "127.0.0.1";

async function attack({ port, forMs, cookies, ...load }: Attack) {
  const {
    signIns = 0,
    guesses = 0,
    uploads = 0,
    pages = 0,
    refusals = 0,
    pipelines = 0,
    chunks = 0,
    reads = [],
  } = load;
  const endsAt = Date.now() + forMs;
  const times = (count: number, loop: (nth: number) => Promise<unknown>) =>
    Array.from({ length: count }, async (_, nth) => {
      while (Date.now() < endsAt) await loop(nth).catch(() => sleep(20));
    });
  await Promise.race([
    Promise.all([
      ...times(signIns, (nth) => signInWrongly(nth)),
      ...times(guesses, (nth) => signInWrongly(nth, `127.1.0.${nth + 1}`)),
      ...times(uploads, () => trickle()),
      ...times(pages, (nth) => get(nth % 2 ? "/sign-in" : "/campaigns/c1", "", `127.0.0.${20 + (nth % 5)}`)),
      ...times(refusals, () => repeat(`POST /api/console/team HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\n\r\n`)),
      ...times(pipelines, () => pour("", `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`)),
      ...times(chunks, () =>
        pour(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n"),
      ),
      ...times(reads.length, (nth) => get(reads[nth] ?? "/", cookies.reads)),
    ]),
    sleep(forMs),
  ]);

  /** By bytes: a client that did more than this would be the slower side. */
  function signInWrongly(nth: number, localAddress = host) {
    const body = JSON.stringify({ email: `person-${nth}@fernhill.example`, password: "not the right one" });
    const origin = `http://${host}:${port}`;
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\nx-switchboard: 1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    return repeat(head + body, localAddress);
  }

  /** Sends the request again after each answer. */
  function repeat(bytes: string, localAddress = host) {
    return new Promise<void>((resolve, reject) => {
      const socket = createConnection({ port, host, localAddress });
      const again = () => (Date.now() < endsAt ? socket.write(bytes) : resolve());
      socket.on("connect", again).on("data", again).on("error", reject).on("close", reject);
    });
  }

  /** Sends about 1 MB/s of the same bytes, whatever is answered. */
  function pour(head: string, bytes: string) {
    const block = bytes.repeat(Math.ceil(50_000 / bytes.length));
    return new Promise<void>((_resolve, reject) => {
      const socket = createConnection({ port, host });
      socket.write(head);
      const timer = setInterval(() => socket.writableLength < 200_000 && socket.write(block), 50);
      socket.resume().on("error", reject);
      socket.on("close", () => {
        clearInterval(timer);
        reject(new Error("closed"));
      });
    });
  }

  async function trickle() {
    const upload = request({
      host,
      port,
      agent: false,
      method: "POST",
      path: "/api/v1/campaigns/trickled/contacts/upload",
      headers: {
        cookie: cookies.uploads,
        "sec-fetch-site": "same-origin",
        "x-switchboard": "1",
        "content-type": "multipart/form-data; boundary=b",
        "content-length": 1_000_000,
      },
    });
    let isOver = false;
    upload.on("error", () => undefined).on("response", (response) => response.resume());
    upload.on("close", () => {
      isOver = true;
    });
    upload.write('--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n');
    while (!isOver && Date.now() < endsAt) {
      upload.write("x");
      await sleep(200);
    }
    upload.destroy();
  }

  function get(path: string, cookie: string, localAddress = host) {
    return new Promise<void>((resolve, reject) => {
      const options = { host, port, path, localAddress, agent: false, headers: cookie ? { cookie } : {} };
      const asked = request(options, (response) => {
        response.resume().on("end", resolve).on("error", reject);
      });
      asked.on("error", reject).end();
    });
  }
}

process.once("message", (given) => {
  void attack(given as Attack).then(() => process.exit(0));
});
