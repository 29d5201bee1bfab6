import * as z from "zod/mini";
import type * as connection from "@/lib/contract/console/connection";
import type * as connectionChange from "@/lib/contract/console/connection-change";
import { isPlatformAddress } from "@/lib/contract/console/connection-change";
import { keptText, noInput } from "./fields";
import type { InputsFor } from "./inputs-for";

export const givenConnection = z.object({
  address: keptText(2000).check(
    z.overwrite((address) => address.trim().replace(/\/+$/, "")),
    z.refine(isPlatformAddress, "Enter an address such as https://api.example.com."),
  ),
  key: z
    .string()
    .check(
      z.trim(),
      z.minLength(8, "A key is at least 8 characters long."),
      z.maxLength(2000, "A key is at most 2000 characters long."),
      z.regex(/^[\x21-\x7e]+$/, "A key is one line of letters, digits and symbols, without spaces."),
    ),
});

export const connectionInputs = {
  "connection.status": noInput,
  "connection.get": noInput,
  "connection.test": noInput,
  "connection.try": givenConnection,
  "connection.change": givenConnection,
  "connection.revert": z.object({ to: z.enum(["previous", "demo"]) }),
} satisfies InputsFor<typeof connection | typeof connectionChange>;
