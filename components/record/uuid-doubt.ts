const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const length = 36;

/** What is wrong with an ID that should be a UUID; undefined when nothing is. It can be opened all the same. */
export function uuidDoubt(id: string): string | undefined {
  if (uuid.test(id)) return undefined;
  return `This is not a UUID. ${reason(id)}`;
}

function reason(id: string): string {
  const characters = [...id];
  const foreign = characters.find((character) => !/[0-9a-f-]/i.test(character));
  const off = characters.length - length;
  if (foreign !== undefined) return `It holds “${foreign}”; a UUID holds only 0 to 9, a to f and hyphens.`;
  if (/^[0-9a-f]{32}$/i.test(id)) return "It has no hyphens.";
  const count = `It has ${characters.length} ${characters.length === 1 ? "character" : "characters"}`;
  if (off < 0) return `${count}, ${off === -1 ? "one is" : `${-off} are`} missing.`;
  if (off > 0) return `${count}, ${off === 1 ? "one" : off} too many.`;
  return "Its hyphens are not where a UUID has them.";
}
