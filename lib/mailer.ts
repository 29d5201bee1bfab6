import { createTransport } from "nodemailer";
import type { Mail } from "@/lib/console/console-types";

const timeoutMs = 20_000;

type MailServer = { url: string; from: string };

/** Sends mail through the SMTP server of the environment. Rejects if the server does not accept a mail. */
export function createMailer({ url, from }: MailServer) {
  const timeouts = { connectionTimeout: timeoutMs / 2, greetingTimeout: timeoutMs / 2, socketTimeout: timeoutMs };
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
