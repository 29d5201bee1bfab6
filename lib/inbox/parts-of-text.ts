const partLength = 512 * 1024;
/** How far a part may go on until it can end. */
const mostMore = 64 * 1024;

/** Between two such signs no number goes on. */
const canEnd = /[\n"{}[\]\p{L}](?=[\n"{}[\]\p{L}])/u;

/** A text in parts that can be masked apart: none ends inside a phone number. What has no such place stays whole. */
export function* partsOf(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > partLength) {
    const from = start + partLength;
    const found = canEnd.exec(text.slice(from, from + mostMore));
    if (!found) break;
    const end = from + found.index + found[0].length;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}
