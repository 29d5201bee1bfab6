import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

export const noKeyOption =
  "Other users of this machine can read a key on the command line. Set VOICE_API_KEY or pass the key on standard input.";

/** Reads the key from standard input; a terminal gets a prompt without echo. Undefined if it is empty. */
export async function readKey(): Promise<string | undefined> {
  const key = process.stdin.isTTY ? await promptForKey() : (await text(process.stdin)).trim();
  return key === "" ? undefined : key;
}

function promptForKey() {
  process.stderr.write("Key: ");
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise<string>((resolve) => {
    terminal.once("line", (line) => {
      process.stderr.write("\n");
      resolve(line.trim());
      terminal.close();
    });
    terminal.once("close", () => resolve(""));
  });
}
