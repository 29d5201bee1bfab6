// Strings become script addresses only here, and only our own built files and workers do.
if (self.trustedTypes) {
  self.trustedTypes.createPolicy("default", {
    createScriptURL(url) {
      const { origin, pathname } = new URL(url, self.location.href);
      if (origin === self.location.origin && pathname.startsWith("/_next/static/")) return url;
      throw new TypeError("This script address is not one of Switchboard's own.");
    },
  });
}
