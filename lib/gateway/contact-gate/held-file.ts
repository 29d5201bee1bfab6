import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, unlinkSync } from "node:fs";
import { open, statfs } from "node:fs/promises";
import { join } from "node:path";

const writtenAtOnce = 256 * 1024;
const algorithm = "aes-256-ctr";

/**
 * A text that waits on disk, encrypted under a key in memory. The file has no name from the start, so that nothing is left
 * after a crash.
 */
export class HeldFile {
  bytes = 0;
  private readonly key = randomBytes(32);
  private readonly iv = randomBytes(16);
  private readonly cipher = createCipheriv(algorithm, this.key, this.iv);
  private readonly hash = createHash("sha256");
  private waiting: Buffer[] = [];
  private waitingBytes = 0;

  private constructor(private readonly file: Awaited<ReturnType<typeof open>>) {}

  static async create(directory: string): Promise<HeldFile> {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const path = join(directory, randomUUID());
    const file = await open(path, "wx+", 0o600);
    unlinkSync(path);
    return new HeldFile(file);
  }

  async write(text: string): Promise<void> {
    this.hash.update(text, "utf8");
    const bytes = this.cipher.update(text, "utf8");
    this.bytes += bytes.length;
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= writtenAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
    for (let from = 0; from < bytes.length; ) from += (await this.file.write(bytes, from)).bytesWritten;
  }

  /** The text from its beginning. Call it after `flush`. */
  async *text(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for await (const bytes of this.read()) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  }

  /** In hexadecimal digits. Call it once, after the last `write`. */
  sha256 = () => this.hash.digest("hex");

  /** The bytes of the text from its beginning. Call it after `flush`. */
  async *read(): AsyncGenerator<Buffer> {
    const decipher = createDecipheriv(algorithm, this.key, this.iv);
    const buffer = Buffer.alloc(writtenAtOnce);
    for (let position = 0; position < this.bytes; ) {
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw new Error("The held file ends before its end.");
      position += bytesRead;
      yield decipher.update(buffer.subarray(0, bytesRead));
    }
  }

  async close(): Promise<void> {
    this.key.fill(0);
    await this.file.close();
  }
}

/** Free bytes on the disk of a directory that may not exist yet. */
export async function freeBytesIn(directory: string): Promise<number> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
