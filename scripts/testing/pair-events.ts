import { openDatabase } from "@/lib/db/database";
import { pairEvents } from "@/lib/inbox/pair-events";

/** Pairs events with deliveries in a process of its own, which a test kills on the way. */
const [url = "", accountId = ""] = process.argv.slice(2);
const { db } = openDatabase(url, { connections: 1 });
await pairEvents(db, accountId);
