// Strings become script addresses only here, and only our own built files and workers do. The one piece of markup is what
// React makes an inert script element from.
if (self.trustedTypes) {
  self.trustedTypes.createPolicy("default", {
    createScriptURL(url) {
      const { origin, pathname } = new URL(url, self.location.href);
      const isOurs = pathname.startsWith("/_next/static/") || pathname === "/trusted-types.js";
      if (origin === self.location.origin && isOurs) return url;
      throw new TypeError("This script address is not one of Switchboard's own.");
    },
    createHTML(markup) {
      if (markup === "<script></script>") return markup;
      throw new TypeError("Text does not become markup here.");
    },
  });
}
