import { listAlerts } from "@/lib/contract/console/alerts";
import { readAnswer } from "./answer";
import { call } from "./call";

const keptIn = "switchboard alerts noted";
const most = 300;

export const mayNotify = () => typeof Notification !== "undefined" && Notification.permission === "granted";

/** What is open when notifications are first allowed is not new: it is written down, so that the first after it is shown. */
export const beginNotes = async () => {
  if (mayNotify() && localStorage.getItem(keptIn) === null) await noteAlerts();
};

/** Shows what is new as notifications of the browser. Of all its tabs one does it; what it shows first is not new. */
export async function noteAlerts() {
  await navigator.locks?.request(keptIn, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const { value } = readAnswer(listAlerts, await call(listAlerts, {}));
    const known = localStorage.getItem(keptIn);
    const noted = new Set<unknown>(known ? JSON.parse(known) : []);
    const open = value.data.filter(({ hears, owner, snoozed }) => hears && !owner && !snoozed);
    for (const { id, subject, message, why, href } of known ? open : []) {
      if (noted.has(id)) continue;
      const note = new Notification(`${subject} ${message}`, { body: why, tag: id });
      note.onclick = () => {
        window.focus();
        window.location.assign(href);
      };
    }
    const ids = [...new Set([...noted, ...value.data.map(({ id }) => id)])];
    localStorage.setItem(keptIn, JSON.stringify(ids.slice(-most)));
  });
}
