import { listAlerts } from "@/lib/contract/console/alerts";
import { readAnswer } from "./answer";
import { call } from "./call";

const storageKey = "switchboard alerts noted";
const maxStored = 300;

export const mayNotify = () => typeof Notification !== "undefined" && Notification.permission === "granted";

/** When notifications are first allowed, records the open alerts as shown, so that only later ones notify. */
export const beginNotes = async () => {
  if (mayNotify() && localStorage.getItem(storageKey) === null) await noteAlerts();
};

/** Shows new alerts as browser notifications, from one tab only. The first call only records the open ones. */
export async function noteAlerts() {
  await navigator.locks?.request(storageKey, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const { value } = readAnswer(listAlerts, await call(listAlerts, {}));
    const stored = localStorage.getItem(storageKey);
    const shownIds = new Set<unknown>(stored ? JSON.parse(stored) : []);
    const open = value.data.filter(({ is_notified, owner, snoozed }) => is_notified && !owner && !snoozed);
    for (const { id, subject, message, why, href } of stored ? open : []) {
      if (shownIds.has(id)) continue;
      const notification = new Notification(`${subject} ${message}`, { body: why, tag: id });
      notification.onclick = () => {
        window.focus();
        window.location.assign(href);
      };
    }
    const ids = [...new Set([...shownIds, ...value.data.map(({ id }) => id)])];
    localStorage.setItem(storageKey, JSON.stringify(ids.slice(-maxStored)));
  });
}
