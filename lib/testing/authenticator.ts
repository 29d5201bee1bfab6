import { generateSync } from "otplib";

/** Code of an authenticator app now, or some time steps from now. */
export const codeOf = (secret: string, { steps = 0, nowMs = Date.now() } = {}) =>
  generateSync({ secret, epoch: Math.floor(nowMs / 1_000) + steps * 30 });
