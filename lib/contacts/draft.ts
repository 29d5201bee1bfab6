import { createStore, delMany, entries, get, keys, promisifyRequest, set, type UseStore } from "idb-keyval";
import { clock } from "@/lib/clock";
import { draftsDatabase } from "./drafts-database";
import type { Plan } from "./plan";

/** Unfinished import, stored in this browser so that it survives a reload. */
export type Draft = DraftFile & { work: DraftWork };

/** Stored once because the file may be large. `id` ties the work to the file, since edits refer to row numbers. */
export type DraftFile = { id: string; file: File };

export type DraftWork = {
  plan: Plan;
  sheet: number | undefined;
  /** Rows of the file; undefined before the first check. */
  rows?: number | undefined;
};

export type DraftOwner = { personId: string; campaign_id: string };

type Stored<Value> = Value & { personId: string; savedAtMs: number };

const maxAgeMs = 24 * 60 * 60 * 1000;

const keysOf = ({ personId, campaign_id }: DraftOwner) => {
  const owner = JSON.stringify([personId, campaign_id]);
  return { fileKey: `file ${owner}`, workKey: `work ${owner}`, resultKey: `result ${owner}` };
};

let openedStore: UseStore | undefined;

/** Asynchronous, so that an exception of a browser that refuses storage becomes a rejection. */
const store: UseStore = async (mode, run) => {
  openedStore ??= createStore(draftsDatabase, "drafts");
  return openedStore(mode, run);
};

/** Replaces the previous draft. Resolves with false if the browser cannot store the file. */
export async function keepDraftFile(owner: DraftOwner, draft: DraftFile): Promise<boolean> {
  try {
    await set(keysOf(owner).fileKey, withTimestamp(owner, draft), store);
    return true;
  } catch {
    await forgetDraft(owner);
    return false;
  }
}

/** Resolves with false if the stored file is missing or belongs to another draft, for example of another tab. */
export async function keepDraftWork(owner: DraftOwner, work: DraftWork & { id: string }): Promise<boolean> {
  const { fileKey, workKey } = keysOf(owner);
  try {
    return await store("readwrite", async (drafts) => {
      const file = await promisifyRequest<Stored<DraftFile> | undefined>(drafts.get(fileKey));
      if (file?.id !== work.id) return false;
      await promisifyRequest(drafts.put(withTimestamp(owner, work), workKey));
      return true;
    });
  } catch {
    return false;
  }
}

export async function readDraft(owner: DraftOwner): Promise<Draft | undefined> {
  const { fileKey, workKey } = keysOf(owner);
  try {
    const [stored, work] = await Promise.all([
      get<Stored<DraftFile>>(fileKey, store),
      get<Stored<DraftWork & { id: string }>>(workKey, store),
    ]);
    if (!stored || !work || stored.id !== work.id || isOld(work)) return undefined;
    // The browser may have evicted the bytes of the file.
    await stored.file.slice(0, 1).arrayBuffer();
    return { id: stored.id, file: stored.file, work };
  } catch {
    return undefined;
  }
}

/** Stores the result of an upload, so that it survives a reload. */
export const keepResult = (owner: DraftOwner, result: object): Promise<void> =>
  set(keysOf(owner).resultKey, withTimestamp(owner, { result }), store).catch(ignoreRefusal);

export async function readResult<Result extends object>(owner: DraftOwner): Promise<Result | undefined> {
  const stored = await get<Stored<{ result: Result }>>(keysOf(owner).resultKey, store).catch(ignoreRefusal);
  return stored && !isOld(stored) ? stored.result : undefined;
}

export const forgetResult = (owner: DraftOwner) => forget([keysOf(owner).resultKey]);

export const forgetDraft = (owner: DraftOwner) => forget(Object.values(keysOf(owner)));

export const hasDrafts = async () => (await keys(store).catch(() => [])).some((key) => String(key).startsWith("file "));

/** Deletes all drafts. To be called at sign-out, because contacts must not stay in the browser. */
export const forgetDrafts = async () => forget(await keys(store).catch(() => []));

/** Deletes drafts that are older than a day or belong to other people. */
export async function forgetStrayDrafts(personId: string): Promise<void> {
  const all = await entries<string, Partial<Stored<unknown>>>(store).catch(() => []);
  const fresh = all.filter(([, draft]) => draft.personId === personId && !isOld(draft)).map(([key]) => draftIn(key));
  await forget(all.map(([key]) => key).filter((key) => !fresh.includes(draftIn(key))));
}

/** Part of a key that a draft's file and work share. */
const draftIn = (key: string) => key.slice(key.indexOf(" "));

const withTimestamp = <Value>({ personId }: DraftOwner, value: Value): Stored<Value> => ({
  ...value,
  personId,
  savedAtMs: clock.nowMs(),
});

const isOld = ({ savedAtMs = 0 }: { savedAtMs?: number }) => clock.nowMs() - savedAtMs > maxAgeMs;

async function forget(all: IDBValidKey[]): Promise<void> {
  if (all.length === 0) return;
  await delMany(all, store).catch(ignoreRefusal);
}

/** A browser that refuses storage stores nothing, so there is nothing to read or delete. */
const ignoreRefusal = () => undefined;
