import { basename, dirname } from "node:path";

/** Codes of the file system. Connections have others, or the same in a call named "connect". */
const sentences: Record<string, (path: string, folder: string) => string> = {
  ENOSPC: (_, folder) => `The disk of ${folder} is full. Free some space there, or choose another disk.`,
  EDQUOT: (_, folder) =>
    `This user's share of the disk of ${folder} is used up. Free some space there, or choose another disk.`,
  EFBIG: (_, folder) => `The disk of ${folder} takes no file of this size. Choose another disk.`,
  ENOENT: (_, folder) => `The folder ${folder} does not exist. Create it, or choose another.`,
  ENOTDIR: (_, folder) => `${folder} is not a folder. Choose another.`,
  EISDIR: (path) => `${path} is a folder. Enter the name of a file.`,
  ENAMETOOLONG: (path) => `The name ${basename(path)} is too long. Enter a shorter one.`,
  EACCES: (_, folder) => `This user may not write in ${folder}. Allow it, or choose another folder.`,
  EPERM: (_, folder) => `This user may not write in ${folder}. Allow it, or choose another folder.`,
  EROFS: (_, folder) => `The disk of ${folder} is read-only. Choose another disk.`,
  EIO: (_, folder) => `The disk of ${folder} has a fault (EIO). Check it, or choose another disk.`,
  EMFILE: (path) => `${path} could not be written: this machine has too many open files (EMFILE).`,
  ENFILE: (path) => `${path} could not be written: this machine has too many open files (ENFILE).`,
};
for (const code of ["EEXIST", "ENOTEMPTY", "EBUSY", "ETXTBSY", "ELOOP", "EXDEV", "ESTALE", "EINVAL", "ENXIO"])
  sentences[code] = (path) => `${path} could not be written (${code}). Choose another name or folder.`;

/** The code of an error of the file system. */
export function fileFaultCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  if (!("syscall" in error) || error.syscall === "connect") return undefined;
  if (error.syscall === "mkdir" && error.code === "EEXIST") return "ENOTDIR";
  return error.code in sentences ? error.code : undefined;
}

/** Turns an error of a file's folder into a sentence with what to do. Returns other errors unchanged. */
export function withFileFault(error: unknown, path: string, after: string): unknown {
  const code = fileFaultCode(error);
  if (code === undefined) return error;
  return new Error(`${sentences[code]?.(path, dirname(path))} ${after}`, { cause: error });
}

const readFaults: Record<string, string> = {
  ENOENT: "does not exist. Check its name.",
  ENOTDIR: "does not exist. Check its name.",
  EACCES: "may not be read by this user. Allow it, or run the command as its owner.",
  EPERM: "may not be read by this user. Allow it, or run the command as its owner.",
  EISDIR: "is a folder. Enter the name of the ZIP that is the backup; do not unpack it.",
};

export const readFault = (path: string, code: string) =>
  new Error(`${path} ${readFaults[code] ?? `could not be read (${code}). Copy the file again from where it is kept.`}`);
