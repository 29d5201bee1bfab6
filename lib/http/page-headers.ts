/**
 * What a page may load and do. Scripts run by a nonce made for each answer, styles come from our own files, and strings
 * become scripts only through the policies that Next declares and the one in components/shell/script-policy.tsx.
 */
export function contentSecurityPolicy({ nonce, isProduction }: { nonce: string; isProduction: boolean }) {
  const development = isProduction ? "" : " 'unsafe-eval'";
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development}`,
    isProduction ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isProduction ? "" : " ws:"}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(isProduction ? ["require-trusted-types-for 'script'", "trusted-types nextjs nextjs#bundler default"] : []),
  ].join("; ");
}

/** For our own built files: a worker lives by the policy of the file it began with, and loads its parts from here. */
export const filePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

export const pageHeaders = {
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;
