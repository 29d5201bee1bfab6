/** A file of a request that cannot be read. `message` is one sentence for people. */
export class FileFault extends Error {
  constructor(
    readonly code: "not_multipart" | "more_than_one_file" | "no_file" | "file_too_large" | "not_csv",
    message: string,
    readonly details?: Record<string, unknown>,
  ) {
    super(message);
    this.name = "FileFault";
  }
}
