import { refusalIn } from "@/lib/contacts/read/no-call-words";

/** Asks about a file whose name is the status of its people, as in an export of unsubscribed members. */
export function nameMessage(fileName: string): string | [] {
  const word = refusalIn(fileName.replace(/\.\w+$/, ""));
  return word ? `The file's name says “${word}”. May these people be called? If not, do not upload this list.` : [];
}
