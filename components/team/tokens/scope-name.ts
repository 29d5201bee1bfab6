import type { TokenScope } from "@/lib/contract/console/people/tokens";

export const scopeName: Record<TokenScope, string> = { read: "Read", send: "Read and send" };
