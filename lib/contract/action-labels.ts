import { apiOperations } from "./api";
import { consoleOperations } from "./console";

/** What is recorded in the audit log beside operations. */
const eventLabels: Record<string, string> = {
  "sign-in": "Signed in",
  "sign-in.failed": "Failed to sign in",
  "sign-in.refused": "Was kept waiting at sign-in",
  "sign-out": "Signed out",
  "password.change": "Changed own password",
  "password.reset": "Chose a new password by a link",
  "password.forgotten": "Asked for a reset link by mail",
  "password.link": "Made a reset link on the server",
  "invitation.accept": "Accepted the invitation",
  "team.reset_password": "Reset a password",
  setup: "Set up Switchboard",
  "setup.link": "Made a setup link",
  "notices.set_aside": "Set a notice aside",
  "session.end": "Ended a session",
  "session.end_others": "Ended all other sessions",
  "session.replaced": "Session ended by a new sign-in",
  "audit.start": "Started the audit log",
  "secrets.redact": "Removed a key from the database",
  "audit.redact": "Removed a key from the audit log",
  "audit.fault": "Found the audit log tampered with",
};

/** What each operation and each event of the audit log is called where people read it. */
export const actionLabels: Record<string, string> = {
  ...Object.fromEntries([...apiOperations, ...consoleOperations].map(({ id, label }) => [id, label])),
  ...eventLabels,
};

/** An action without a label is shown by its id. */
export const actionLabel = (action: string) => actionLabels[action] ?? action;
