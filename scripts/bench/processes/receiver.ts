import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { openDatabase } from "@/lib/db/database";
import { createGuardedServer } from "@/lib/http/guarded-server";
import { createDisk } from "@/lib/inbox/disk";
import { createReceiver } from "@/lib/inbox/receive";

/** The receiver of events as the server has it. Needs the database's URL, the secret and a directory. */
const [, , url = "", secret = "", directory = ""] = process.argv;
const { db } = openDatabase(url, { connections: 8 });
const disk = createDisk({ directory, holdsDatabase: true });
const receiver = createReceiver({ db, secret, directory, disk, log: pino({ level: "error" }) });
const server = createGuardedServer({
  answer: (request, response) =>
    void receiver.answer(request, response).then((isHook) => isHook || response.writeHead(404).end()),
  isStranger: () => true,
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
