import { createTransport } from "nodemailer";

/** `messageId` is equal in each attempt to send a mail. */
export type Mail = { to: string; subject: string; text: string; messageId?: string };

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
