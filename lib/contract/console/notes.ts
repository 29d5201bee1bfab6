import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles, staff } from "@/lib/contract/operation";

/** A note about a record, a delivery or an alert. */
export type Note = {
  id: string;
  ref: string;
  at: string;
  by: string;
  text: string;
  /** Its author and admins may remove it. */
  may_remove: boolean;
};

export const longestNote = 2_000;

/** The latest notes first, at most 200. Without `ref`, those of all records of the resource. */
export const listNotes = operation({
  id: "notes.list",
  label: "Read notes",
  method: "GET",
  path: "/console/notes",
  output: ownAnswer<{ data: Note[] }>(),
  allow: roles,
});

export const addNote = operation({
  id: "notes.add",
  label: "Add a note",
  phrase: "add a note to {it}",
  method: "POST",
  path: "/console/notes/{resource}/{ref}",
  output: ownAnswer<{ message: string }>(),
  allow: staff,
});

export const removeNote = operation({
  id: "notes.remove",
  label: "Remove a note",
  phrase: "remove a note from {it}",
  method: "POST",
  path: "/console/note-removals/{resource}/{ref}",
  output: ownAnswer<{ message: string }>(),
  allow: staff,
});
