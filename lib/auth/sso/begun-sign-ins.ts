import { clock } from "@/lib/clock";
import { hashOf, keyFor, openText, sealText } from "@/lib/secret";
import type { Cookies } from "../cookies";
import type { Checks } from "./provider";

/** How long a sign-in at the provider can take. */
export const begunSeconds = 10 * 60;
const most = 5;

/** A sign-in at the provider that a browser has begun. With a session, it connects that session's person. */
export type BegunSignIn = Checks & { returnTo: string; sessionId?: string | undefined };

/** One sealed cookie for each state, so that a second tab does not replace the sign-in of the first. */
export function createBegunSignIns(secret: string, cookies: Cookies) {
  const key = keyFor("single sign-on", secret);
  const idOf = (state: string) => hashOf(state).slice(0, 16);

  function openAll(header: string | undefined) {
    const nowMs = clock.nowMs();
    return cookies.ssoIn(header).map(([id, sealed]) => {
      const text = openText(key, sealed, id);
      const { atMs, ...begun }: BegunSignIn & { atMs: number } =
        text === undefined ? { ...nothing, atMs: 0 } : JSON.parse(text);
      return { id, atMs, begun: atMs > nowMs - begunSeconds * 1_000 && atMs <= nowMs ? begun : undefined };
    });
  }

  return {
    /** Returns cookies: the new one, and those that remove the oldest above the limit. */
    add(begun: BegunSignIn, header: string | undefined) {
      const id = idOf(begun.state);
      const sealed = sealText(key, JSON.stringify({ ...begun, atMs: clock.nowMs() }), id);
      const oldFirst = openAll(header).sort((one, other) => one.atMs - other.atMs);
      const surplus = oldFirst.slice(0, Math.max(0, oldFirst.length + 1 - most));
      return [cookies.setSso(id, sealed, begunSeconds), ...surplus.map((old) => cookies.removeSso(old.id))];
    },
    find: (state: string, header: string | undefined) =>
      openAll(header).find(({ id, begun }) => id === idOf(state) && begun)?.begun,
    remove: (state: string) => cookies.removeSso(idOf(state)),
  };
}

const nothing: BegunSignIn = { state: "", nonce: "", verifier: "", returnTo: "" };
