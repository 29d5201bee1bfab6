import { config } from "zod";

// Zod tries whether it may compile code from strings, and the page's policy reports every try.
config({ jitless: true });
