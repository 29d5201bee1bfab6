const sectorShiftAt = 30;
const directoryAt = 48;
const entryBytes = 128;
const readEntries = 32;

/** What to do about a file in the form that Office used before 2007, by the names that are in it. */
export async function oleSentence(file: Blob): Promise<string> {
  const header = new DataView(await file.slice(0, 512).arrayBuffer());
  const names = header.byteLength < 512 ? [] : await namesIn(file, header);
  const has = (name: string) => names.includes(name);
  if (has("EncryptedPackage"))
    return "This workbook is protected by a password. Save it as .xlsx without a password, or as CSV UTF-8.";
  if (has("WordDocument") || has("PowerPoint Document"))
    return "This is a Word or PowerPoint file. Save the list as .xlsx or as CSV UTF-8.";
  if (has("Workbook") || has("Book"))
    return "This is an old Excel workbook (.xls). Open it in Excel and save it as .xlsx.";
  return "This is an old Office file. If it is a workbook, open it in Excel and save it as .xlsx.";
}

async function namesIn(file: Blob, header: DataView): Promise<string[]> {
  const sectorBytes = 2 ** Math.min(header.getUint16(sectorShiftAt, true), 12);
  const from = (header.getUint32(directoryAt, true) + 1) * sectorBytes;
  const directory = new Uint8Array(await file.slice(from, from + readEntries * entryBytes).arrayBuffer());
  const decoder = new TextDecoder("utf-16le");
  const names: string[] = [];
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const name = decoder.decode(directory.subarray(at, at + 64));
    names.push(name.slice(0, name.indexOf("\0")));
  }
  return names;
}
