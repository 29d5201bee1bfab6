// The published types depend on Express, which is not used here.
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  function compression(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  export = compression;
}
