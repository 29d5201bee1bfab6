import type { ReceivedDelivery } from "@/platform/webhooks/simulated-receiver";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const failingHost = "crm.fernhill.example";
const otherHost = "events.analytics.example.com";

/**
 * Failures of the simulated receivers, in the first minutes after the start and again each hour. One receiver fails for three
 * minutes; at another, one delivery is given up and one arrives at its third attempt. `elapsedMs` is the time since the start.
 */
export function createDeliveryScenes(elapsedMs: () => number) {
  let hour = -1;
  let givenUp: string | undefined;
  let late: string | undefined;

  return ({ host, id, attempt }: ReceivedDelivery): number | undefined => {
    const ms = elapsedMs();
    const minute = (ms % hourMs) / minuteMs;
    if (Math.floor(ms / hourMs) !== hour) {
      hour = Math.floor(ms / hourMs);
      givenUp = undefined;
      late = undefined;
    }
    if (host === failingHost) return minute >= 1 && minute < 4 ? 503 : undefined;
    if (host !== otherHost) return undefined;
    if (minute >= 1 && attempt === 1) givenUp ??= id;
    if (minute >= 1 && attempt === 1 && id !== givenUp) late ??= id;
    if (id === givenUp) return attempt < 3 ? 500 : 410;
    return id === late && attempt < 3 ? 500 : undefined;
  };
}
