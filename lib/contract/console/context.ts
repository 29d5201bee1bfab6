import type { Person } from "@/lib/contract/actor";
import { implementIn } from "@/lib/contract/implement";
import type { Me } from "./people/me";

export type Reader = Person & { me: Me };
export type ConsoleContext = { person: Person; address: string | null; requestId: string };

export const implement = implementIn<ConsoleContext>();
