import { clock } from "@/lib/clock";
import {
  type DraftOwner,
  forgetDraft,
  forgetResult,
  keepDraftFile,
  keepDraftWork,
  keepResult,
  readDraft,
  readResult,
} from "@/lib/contacts/draft";
import { isAnswered } from "./import-state";
import type { Sending, SentResult } from "./sending-state";
import type { DraftLock, SessionAccess } from "./session-state";

const storeDelayMs = 400;

type Stored = { file: File; sheet: number | undefined; plan: object; rows: number | undefined };

/**
 * Stores the list and its decisions in this browser until it is sent, and its result until the page is left, so that both
 * survive a reload. Of several tabs only the one that opened a list last stores it.
 */
export class DraftKeeper {
  /** ID of the campaign of the open page; undefined if none is open. */
  private owner: DraftOwner | undefined;
  /** An upload can be answered while another page is open. Its draft must go, too. */
  private lastOwner: DraftOwner | undefined;
  private releaseLock: (() => void) | undefined;
  private stored: Stored | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private result: Sending | undefined;

  constructor(private readonly session: SessionAccess) {}

  async enter({ personId, isAtUpload }: { personId: string; isAtUpload: boolean }) {
    const { session } = this;
    const owner = { personId, campaign_id: session.campaign_id };
    this.owner = owner;
    this.lastOwner = owner;
    this.follow();
    const [draft, result] = await Promise.all([
      readDraft(owner),
      isAtUpload ? readResult<SentResult>(owner) : undefined,
    ]);
    if (this.owner !== owner) return;
    if (result) session.dispatch({ kind: "result-restored", result });
    if (!draft) return;
    // A file chosen in the meantime wins over the draft.
    if (session.state.list.step !== "none") return void forgetDraft(owner);
    void session.open(draft.file, draft.work);
    session.dispatch({ kind: "draft-kept", draft: { id: draft.id, file: draft.file, isStored: true } });
  }

  leave() {
    const { owner } = this;
    this.owner = undefined;
    clearTimeout(this.timer);
    this.releaseLock?.();
    [this.releaseLock, this.stored, this.result] = [undefined, undefined, undefined];
    if (owner) void forgetResult(owner);
  }

  /** Stores what changed in the session. */
  follow() {
    if (!this.owner) return;
    this.followLock(this.owner);
    this.storeLater(this.owner);
    this.storeResult(this.owner);
  }

  /** Deletes the draft, unless another tab stores it. */
  async forget() {
    const { lastOwner, session } = this;
    if (!lastOwner || session.state.lock?.isOwn === false) return;
    session.dispatch({ kind: "draft-kept", draft: undefined });
    await forgetDraft(lastOwner);
  }

  async of(campaign_id: string) {
    return this.owner && readDraft({ ...this.owner, campaign_id });
  }

  private followLock({ personId, campaign_id }: DraftOwner) {
    const { session, releaseLock } = this;
    const isOn = session.state.list.step === "open" && !isAnswered(session.state);
    if (isOn === (releaseLock !== undefined)) return;
    this.releaseLock = undefined;
    releaseLock?.();
    if (isOn) this.releaseLock = holdLock(`import ${personId} ${campaign_id}`, (lock) => session.update({ lock }));
    session.update({ lock: isOn ? { isOwn: true, isShared: false } : undefined });
  }

  private storeLater(owner: DraftOwner) {
    const { list, lock } = this.session.state;
    const isOn = list.step === "open" && !isAnswered(this.session.state) && lock?.isOwn === true;
    const next = isOn
      ? { file: list.file, sheet: list.book?.sheet, plan: list.plan, rows: list.checked?.report.rows }
      : undefined;
    if (isSame(next, this.stored)) return;
    this.stored = next;
    clearTimeout(this.timer);
    if (next && list.step === "open") this.timer = setTimeout(() => void this.store(owner, next), storeDelayMs);
  }

  private async store(owner: DraftOwner, { file, sheet, rows }: Stored) {
    const { dispatch, state } = this.session;
    if (state.list.step !== "open") return;
    const { plan } = state.list;
    const isNew = state.draft?.file !== file;
    const id = isNew || !state.draft ? crypto.randomUUID() : state.draft.id;
    if (isNew) {
      dispatch({ kind: "draft-kept", draft: { id, file, isStored: undefined } });
      await keepDraftFile(owner, { id, file });
    }
    const isStored = await keepDraftWork(owner, { id, plan, sheet, rows });
    dispatch({ kind: "draft-kept", draft: { id, file, isStored } });
  }

  private storeResult(owner: DraftOwner) {
    const { sending } = this.session.state;
    if (sending === this.result) return;
    if (this.result?.step === "answered") void forgetResult(owner);
    this.result = sending;
    if (sending?.step !== "answered") return;
    const { abortController: _, list, ...result } = sending;
    const { writeLeftOut: __, ...stored } = list;
    void keepResult(owner, { ...result, list: stored } satisfies SentResult);
  }
}

function isSame(one: Stored | undefined, other: Stored | undefined) {
  if (!one || !other) return one === other;
  return one.file === other.file && one.sheet === other.sheet && one.plan === other.plan && one.rows === other.rows;
}

type TabMessage = { kind: "opened" | "present" | "closed"; openedAt: number };

/** Only the tab that opened a list last stores it, so that an earlier one does not overwrite its changes. */
function holdLock(name: string, onChange: (lock: DraftLock) => void): () => void {
  let isOwn = true;
  const channel = new BroadcastChannel(name);
  // The fraction decides between tabs that a browser restores at the same time.
  const openedAt = clock.nowMs() + Math.random();
  const send = (kind: TabMessage["kind"]) => channel.postMessage({ kind, openedAt } satisfies TabMessage);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "opened") send("present");
    isOwn = isOwn && (data.kind === "closed" || data.openedAt < openedAt);
    onChange({ isOwn, isShared: data.kind !== "closed" });
  };
  const close = () => send("closed");
  window.addEventListener("pagehide", close);
  send("opened");
  return () => {
    window.removeEventListener("pagehide", close);
    close();
    channel.close();
  };
}
