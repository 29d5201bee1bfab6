import { createLeader } from "@/lib/db/leader";

/** A process of its own that leads on the database of its argument, and reports all the time whether it does. */
const [, , url = ""] = process.argv;
const leader = createLeader({ url, name: "test", onChange: () => {} });
setInterval(() => process.send?.(leader.isLeading()), 10);
