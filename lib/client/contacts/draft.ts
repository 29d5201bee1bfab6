import { createStore, delMany, get, keys, set, type UseStore } from "idb-keyval";
import type { Plan } from "./plan";

/** A list that a person was at work on, kept in this browser so that a reload loses nothing of it. */
export type Draft = { file: File; work: DraftWork };

/** Everything of a draft but its file, which is written once because it may be large. */
export type DraftWork = { plan: Plan; sheet: number | undefined; savedAtMs: number };

export type DraftOf = { personId: string; campaign_id: string };

const keptMs = 24 * 60 * 60 * 1000;

const keysOf = ({ personId, campaign_id }: DraftOf) => {
  const of = JSON.stringify([personId, campaign_id]);
  return { file: `file ${of}`, work: `work ${of}` };
};

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore("switchboard-imports", "drafts");
  return opened;
}

/** Resolves with false where this browser keeps nothing, or not so much. */
export const keepDraftFile = (of: DraftOf, file: File) => kept(() => set(keysOf(of).file, file, store()));

export const keepDraftWork = (of: DraftOf, work: Omit<DraftWork, "savedAtMs">) =>
  kept(() => set(keysOf(of).work, { ...work, savedAtMs: Date.now() }, store()));

async function kept(keep: () => Promise<void>): Promise<boolean> {
  try {
    await keep();
    return true;
  } catch {
    return false;
  }
}

export async function readDraft(of: DraftOf): Promise<Draft | undefined> {
  const { file: fileKey, work: workKey } = keysOf(of);
  try {
    const [file, work] = await Promise.all([get<File>(fileKey, store()), get<DraftWork>(workKey, store())]);
    if (!file || !work) return undefined;
    if (Date.now() - work.savedAtMs > keptMs) {
      await forgetDraft(of);
      return undefined;
    }
    // A browser may have let go of the bytes that it kept a handle of.
    await file.slice(0, 1).arrayBuffer();
    return { file, work };
  } catch {
    return undefined;
  }
}

export const forgetDraft = (of: DraftOf) => forget(Object.values(keysOf(of)));

/** Contacts do not outstay the person who brought them: to be called when somebody signs out. */
export const forgetDrafts = async () => forget(await keys(store()).catch(() => []));

async function forget(all: IDBValidKey[]): Promise<void> {
  // A browser that keeps nothing has nothing to forget.
  await delMany(all, store()).catch(() => undefined);
}
