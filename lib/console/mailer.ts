import { createTransport } from "nodemailer";
import type { Mail } from "./console-types";

const tryMs = 20_000;

type MailServer = { url: string; from: string };

/** Sends mail by the server that was named in the environment. Rejects where it did not take one. */
export function createMailer({ url, from }: MailServer) {
  const timeouts = { connectionTimeout: tryMs / 2, greetingTimeout: tryMs / 2, socketTimeout: tryMs };
  const transport = createTransport({ url, ...timeouts });
  return {
    from,
    async send({ to, subject, text, messageId }: Mail): Promise<void> {
      await transport.sendMail({
        ...{ from, to, text, subject: subject.replaceAll(/\s+/g, " ") },
        ...(messageId === undefined ? {} : { messageId }),
        headers: { "auto-submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
