import { createStore, delMany, entries, get, keys, promisifyRequest, set, type UseStore } from "idb-keyval";
import { clock } from "@/lib/clock";
import type { Plan } from "./plan";

/** A list that a person was at work on, kept in this browser so that a reload loses nothing of it. */
export type Draft = DraftFile & { work: DraftWork };

/** The file is written once because it may be large. `id` ties the work to it: typed rows go by number. */
export type DraftFile = { id: string; file: File };

/** Everything of a draft but its file. */
export type DraftWork = { plan: Plan; sheet: number | undefined };

export type DraftOf = { personId: string; campaign_id: string };

type Kept<Part> = Part & { personId: string; savedAtMs: number };

const keptMs = 24 * 60 * 60 * 1000;

const keysOf = ({ personId, campaign_id }: DraftOf) => {
  const of = JSON.stringify([personId, campaign_id]);
  return { fileKey: `file ${of}`, workKey: `work ${of}` };
};

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore("switchboard-imports", "drafts");
  return opened;
}

/** Takes the place of the list before. Resolves with false where this browser keeps nothing, or not so much. */
export async function keepDraftFile(of: DraftOf, draft: DraftFile): Promise<boolean> {
  try {
    await set(keysOf(of).fileKey, keptNow(of, draft), store());
    return true;
  } catch {
    await forgetDraft(of);
    return false;
  }
}

/** Resolves with false where this browser does not keep that very file, be it that another tab's took its place. */
export async function keepDraftWork(of: DraftOf, work: DraftWork & { id: string }): Promise<boolean> {
  const { fileKey, workKey } = keysOf(of);
  try {
    return await store()("readwrite", async (drafts) => {
      const file = await promisifyRequest<Kept<DraftFile> | undefined>(drafts.get(fileKey));
      if (file?.id !== work.id) return false;
      await promisifyRequest(drafts.put(keptNow(of, work), workKey));
      return true;
    });
  } catch {
    return false;
  }
}

export async function readDraft(of: DraftOf): Promise<Draft | undefined> {
  const { fileKey, workKey } = keysOf(of);
  try {
    const [kept, work] = await Promise.all([
      get<Kept<DraftFile>>(fileKey, store()),
      get<Kept<DraftWork & { id: string }>>(workKey, store()),
    ]);
    if (!kept || !work || kept.id !== work.id || isOld(work)) return undefined;
    // A browser may have let go of the bytes that it kept a handle of.
    await kept.file.slice(0, 1).arrayBuffer();
    return { id: kept.id, file: kept.file, work };
  } catch {
    return undefined;
  }
}

export const forgetDraft = (of: DraftOf) => forget(Object.values(keysOf(of)));

export const hasDrafts = async () => (await keys(store()).catch(() => [])).length > 0;

/** Contacts do not outstay the person who brought them: to be called when somebody signs out. */
export const forgetDrafts = async () => forget(await keys(store()).catch(() => []));

/** Forgets what nobody touched for a day, and what anybody else left in this browser. */
export async function forgetStrayDrafts(personId: string): Promise<void> {
  const all = await entries<string, Partial<Kept<unknown>>>(store()).catch(() => []);
  const fresh = all.filter(([, kept]) => kept.personId === personId && !isOld(kept)).map(([key]) => listOf(key));
  await forget(all.map(([key]) => key).filter((key) => !fresh.includes(listOf(key))));
}

/** The part of a key that a list's file and its work share. */
const listOf = (key: string) => key.slice(key.indexOf(" "));

const keptNow = <Part>({ personId }: DraftOf, part: Part): Kept<Part> => ({
  ...part,
  personId,
  savedAtMs: clock.nowMs(),
});

const isOld = ({ savedAtMs = 0 }: { savedAtMs?: number }) => clock.nowMs() - savedAtMs > keptMs;

async function forget(all: IDBValidKey[]): Promise<void> {
  // A browser that keeps nothing has nothing to forget.
  if (all.length > 0) await delMany(all, store()).catch(() => undefined);
}
