import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { createMailer } from "./mailer";

const subjects: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    stream.on("end", () => {
      subjects.push(/^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? "");
      done();
    });
  },
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
onFileEnd(() => new Promise<void>((closed) => server.close(closed)));

async function subjectWith(installation: string | undefined) {
  const mailer = createMailer({ url, from: "switchboard@fernhill.example", installation });
  await mailer.send({ to: "mara@fernhill.example", subject: "Your invitation", text: "Come in." });
  mailer.close();
  return subjects.at(-1);
}

test("names the installation in the subject of each mail, if it has a name", async () => {
  expect(await subjectWith("Fernhill EU")).toBe("[Fernhill EU] Your invitation");
  expect(await subjectWith(undefined)).toBe("Your invitation");
});
