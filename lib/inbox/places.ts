/** A request whose body is being received. */
export type OpenRequest = {
  /** Its address and network. */
  sender: string;
  startedMs: number;
  bytes: number;
  /** False once its body is whole: from then on it ends by itself, soon. */
  isReceiving: boolean;
  /** Ends it, so that another gets its place. */
  giveUp: () => void;
};

/** Slower bodies give way to those who wait, and none may be slower for `paceMs`. */
export const leastBytesPerSecond = 1_024;
const graceMs = 1_000;

/**
 * Places for requests. While there are enough, nobody's share counts: most installations have one sender, behind one proxy. Once
 * all are taken, a new request gets the place of a slow body, else of the sender who has most.
 */
export function createPlaces(atOnce: number, now = () => performance.now()) {
  const open = new Set<OpenRequest>();

  const isSlow = ({ startedMs, bytes }: OpenRequest) =>
    now() - startedMs > graceMs && bytes < (leastBytesPerSecond * (now() - startedMs)) / 1_000;

  function giverTo(sender: string): OpenRequest | undefined {
    const receiving = [...open].filter(({ isReceiving }) => isReceiving);
    const slow = receiving.find(isSlow);
    if (slow) return slow;
    const counts = new Map<string, number>();
    for (const place of open) counts.set(place.sender, (counts.get(place.sender) ?? 0) + 1);
    const own = counts.get(sender) ?? 0;
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (!most || most[1] <= own + 1) return undefined;
    return receiving.find((place) => place.sender === most[0]);
  }

  return {
    /** Undefined if all places are taken, and nobody has to give one. */
    take(sender: string, giveUp: () => void): OpenRequest | undefined {
      if (open.size >= atOnce) {
        const giver = giverTo(sender);
        if (!giver) return undefined;
        open.delete(giver);
        giver.giveUp();
      }
      const place: OpenRequest = { sender, startedMs: now(), bytes: 0, isReceiving: true, giveUp };
      open.add(place);
      return place;
    },
    leave: (place: OpenRequest) => void open.delete(place),
  };
}
