import type { AddressInfo } from "node:net";
import { pino } from "pino";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { hookPath, newHookToken } from "@/lib/hook-token";
import { createGuardedServer } from "@/lib/http/guarded-server";
import { ensureAddress } from "@/lib/inbox/addresses";
import { createDisk } from "@/lib/inbox/disk";
import { createInbox, type InboxOptions } from "@/lib/inbox/inbox";
import { readAgain, readArrivals } from "@/lib/inbox/read-arrivals";
import { createReceiver } from "@/lib/inbox/receive";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { personWith } from "./console";
import { freshDatabase } from "./database/fresh-database";
import { testFolder } from "./test-folder";

export const accountId = "one organization";
const secret = "a secret of thirty-two characters or more";
const log = pino({ level: "silent" });

/** A receiver over HTTP with a spool of its own. `space` is what its disk says. */
export async function listeningReceiver(db: Database) {
  const directory = testFolder("inbox");
  const space = { free: 100 * 1024 ** 3, size: 200 * 1024 ** 3 };
  const disk = createDisk({ directory, holdsDatabase: true, measure: () => space });
  const receiver = createReceiver({ db, secret, directory, disk, log });
  const server = createGuardedServer({
    answer: (request, response) =>
      void receiver.answer(request, response).then((isHook) => isHook || response.writeHead(404).end()),
    isStranger: () => true,
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    ...{ receiver, directory, disk, space, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async close() {
      server.closeAllConnections();
      server.close();
      await receiver.stop();
    },
  };
}

type FreshInbox = Partial<Pick<InboxOptions, "read" | "campaignsOf" | "blockedOf" | "changed">>;

/** A receiver with one address, and the inbox that reads what it stores when a test says so. */
export async function freshInbox({
  read,
  campaignsOf = async () => new Map(),
  blockedOf = async () => new Map(),
  changed = () => {},
}: FreshInbox = {}) {
  const database = await freshDatabase();
  const { db } = database;
  const { receiver, directory, disk, space, origin, close } = await listeningReceiver(db);
  const token = newHookToken();
  await ensureAddress(db, { accountId, secret, name: "Ours", token, by: "Mara Okafor" });
  const inbox = createInbox({
    ...{
      db,
      reads: db,
      urgent: db,
      disk,
      accountId,
      secret,
      hooksOrigin: origin,
      isLeading: () => false,
      changed,
      log,
    },
    campaignsOf,
    blockedOf,
    read: read ?? (() => Promise.reject(new Error("not asked"))),
  });
  onFileEnd(async () => {
    await close();
    await inbox.close();
  });
  const reading = { db, accountId, campaignsOf, blockedOf, log, ownNumbers: async () => new Set(["12125550100"]) };

  async function ask<Op extends Operation>(op: Op, input: InputOf<Op>, person = personWith("admin")) {
    const operation = inbox.operations.find((candidate) => candidate.op === op);
    return (await operation?.run(input, { person, address: null, requestId: "r" })) as OutputOf<Op>;
  }

  return {
    ...{ database, db, receiver, directory, space, disk, ask, origin, token },
    url: origin + hookPath(token),
    post: (body: BodyInit, headers: Record<string, string> = {}, path = "") =>
      fetch(origin + hookPath(token) + path, { method: "POST", body, headers }),
    /** Reads all that was stored, as the ticker does. */
    async readAll() {
      while ((await readArrivals(reading)).count + (await readAgain(reading)).count > 0);
    },
  };
}
