import type { Logger } from "pino";
import type { AlertOptions } from "@/lib/alerts/watch";
import type { Passwords } from "@/lib/auth/passwords";
import type { Collect } from "@/lib/collector/collect";
import type { ConnectionSource, Probe } from "@/lib/contract/console/connection";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import type { OpenDatabase } from "@/lib/db/database";
import type { Examined } from "@/lib/gateway/diagnostics/connection-checks";
import type { Mail } from "@/lib/mailer";

export type ConsoleOptions = {
  database: OpenDatabase;
  /** Separate connections to the database, for slow reads. */
  reads: OpenDatabase;
  /** A few separate connections to the database, for sign-in and setup. */
  strangers: OpenDatabase;
  secret: string;
  origin: string;
  /** Where the platform reaches `/hooks/`. Default: the origin. */
  hooksOrigin?: string;
  /** The address for events of the local platform, if it is connected. */
  demoHookToken?: string | undefined;
  passwords?: Passwords;
  admin?: { email: string; password: string };
  /** Without it, people sign in with passwords only. */
  sso?: SsoSettings | undefined;
  connection: {
    host: string;
    source: ConnectionSource;
    keyLastFour: string;
    setBy?: string;
    /** ISO 8601. */
    setAt?: string;
  };
  /** Waits until this process uses the stored connection. False if that takes too long. */
  switched?: () => Promise<boolean>;
  /** Tries each read of the platform that needs no identifier. */
  probe: () => Promise<Probe[]>;
  /** Tests the connection in use, check by check. Checks that read include the differences from the API documentation. */
  examine: () => AsyncIterable<Examined>;
  /** Tests a connection that is not in use. */
  examineOther: (other: { baseUrl: string; key: string }) => AsyncIterable<Examined>;
  /** Longer than any send. A send without an end after this time was interrupted. */
  longestSendMs?: number;
  /** Called after lines of the audit log are committed. */
  onAudit?: (() => void) | undefined;
  /** Without it, the platform is not polled and nothing is stored. */
  collect?: Collect;
  /** Folder of the automatic backups. Without it, none are made. */
  backupDirectory?: string;
  /** DATA_DIR, for the list of erasures. */
  dataDirectory?: string;
  alerts?: AlertOptions;
  log: Logger;
  /** Must fail within seconds. Without it, no mail is sent and people pass links on themselves. */
  sendMail?: (mail: Mail) => Promise<void>;
  /** Throws if a person sends too many requests at once. */
  limit?: (person: string) => void;
  /** Maximum number of open event streams per session. */
  streamsOfSession?: number;
};
