import { createTransport } from "nodemailer";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** Equal in each attempt to send a mail. */
  messageId?: string;
  /** IDs of the mails that it follows, oldest first, so that mail clients show one conversation. */
  references?: readonly string[];
};

const timeoutMs = 20_000;

type MailServer = {
  url: string;
  from: string;
  /** Name of this installation, put before each subject. */
  installation?: string | undefined;
};

/** Sends mail through the SMTP server of the environment. Rejects if the server does not accept a mail. */
export function createMailer({ url, from, installation }: MailServer) {
  const timeouts = { connectionTimeout: timeoutMs / 2, greetingTimeout: timeoutMs / 2, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...timeouts });
  const prefix = installation === undefined ? "" : `[${installation}] `;
  return {
    from,
    async send({ to, subject, text, messageId, references = [] }: Mail): Promise<void> {
      await transport.sendMail({
        ...{ from, to, text, subject: `${prefix}${subject}`.replaceAll(/\s+/g, " ") },
        ...(messageId === undefined ? {} : { messageId }),
        ...(references.length === 0 ? {} : { references: [...references], inReplyTo: references.at(-1) }),
        headers: { "auto-submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
