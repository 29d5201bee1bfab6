import { bigint, boolean, index, integer, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { tokenScopes } from "@/lib/contract/console/people/tokens";
import type { Preferences } from "@/lib/contract/inputs/preferences";
import { roles } from "@/lib/contract/operation";
import { consoleSchema, moment } from "./schema";

export const userTable = consoleSchema.table("user", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(true),
  image: text("image"),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  role: text("role", { enum: roles }).notNull(),
  isDisabled: boolean("is_disabled").notNull().default(false),
  /** Has not chosen a password yet. Passwords that earlier versions assigned are not accepted. */
  isInvited: boolean("must_change_password").notNull().default(false),
  preferences: jsonb("preferences").$type<Partial<Preferences>>().notNull().default({}),
  lastSeenAt: moment("last_seen_at"),
});

/** `token` is the SHA-256 of the cookie's token. `expiresAt` is the absolute end, and `lastSeenAt` starts the idle timeout. */
export const sessionTable = consoleSchema.table(
  "session",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    token: text("token").notNull().unique(),
    expiresAt: moment("expires_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** The role that an admin views as; null for the account's own role. */
    viewedRole: text("viewed_role", { enum: roles }),
    /** The person entered a code to start this session, or set the second factor up in it. */
    usedSecondFactor: boolean("used_second_factor").notNull().default(false),
    /** Until then, masked phone numbers are shown in this session. */
    numbersShownUntil: moment("numbers_shown_until"),
    /** The sealed ID token of a sign-in at the provider, for signing out there; null after a sign-in with a password. */
    sealedIdToken: text("sealed_id_token"),
  },
  (table) => [index("session_user_id").on(table.userId)],
);

export const accountTable = consoleSchema.table(
  "account",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    password: text("password"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("account_user_id").on(table.userId)],
);

/** Sign-in attempts, with one row for the address and one for the account. */
export const tryTable = consoleSchema.table(
  "sign_in_try",
  {
    id: text("id").notNull(),
    key: text("key").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.key] }), index("sign_in_try_key_at").on(table.key, table.at)],
);

export const setupLinkTable = consoleSchema.table("setup_link", {
  tokenHash: text("token_hash").primaryKey(),
  expiresAt: moment("expires_at").notNull(),
});

/** Links to choose a password. A self-requested link can exist besides one of an admin. */
export const personLinkTable = consoleSchema.table(
  "person_link",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    isSelfAsked: boolean("is_self_asked").notNull(),
    /** Name of the admin who made it, at that time; null without one. */
    madeBy: text("made_by"),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("person_link_user_id").on(table.userId)],
);

/** A person's authenticator app. `sealed` is its secret, and `lastStep` the time step of the last code that was used. */
export const secondFactorTable = consoleSchema.table("second_factor", {
  userId: text("user_id")
    .primaryKey()
    .references(() => userTable.id, { onDelete: "cascade" }),
  sealed: text("sealed").notNull(),
  lastStep: bigint("last_step", { mode: "number" }).notNull(),
  createdAt: moment("created_at").notNull(),
});

/** Recovery codes that were not used yet, as SHA-256. */
export const recoveryCodeTable = consoleSchema.table(
  "recovery_code",
  {
    hash: text("hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => secondFactorTable.userId, { onDelete: "cascade" }),
  },
  (table) => [index("recovery_code_user_id").on(table.userId)],
);

/** Sign-ins with the right password that wait for a code. */
export const pendingSignInTable = consoleSchema.table(
  "pending_sign_in",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("pending_sign_in_user_id").on(table.userId)],
);

/** Queue of mails about sign-ins from unknown browsers. `id` is that of the session, which may have ended since. */
export const signInMailTable = consoleSchema.table(
  "sign_in_mail",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    address: text("address").notNull(),
    userAgent: text("user_agent"),
    at: moment("at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull(),
  },
  (table) => [index("sign_in_mail_due").on(table.nextAttemptAt)],
);

/** A person's account at a provider of single sign-on. The issuer and the subject identify it, never an email address. */
export const identityTable = consoleSchema.table(
  "identity",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique("identity_user_id_issuer").on(table.userId, table.issuer),
  ],
);

/** States of sign-ins that came back from the provider, as SHA-256, so that each is used once. */
export const spentStateTable = consoleSchema.table("spent_state", {
  hash: text("hash").primaryKey(),
  expiresAt: moment("expires_at").notNull(),
});

/** Tokens of programs. `hash` is the SHA-256 of the token, and `userId` its owner, whose state and role limit it. */
export const apiTokenTable = consoleSchema.table(
  "api_token",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    hash: text("hash").notNull().unique(),
    name: text("name").notNull(),
    role: text("role", { enum: roles }).notNull(),
    scope: text("scope", { enum: tokenScopes }).notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [index("api_token_user_id").on(table.userId)],
);
