import type { LocalListSpec } from "@/components/list/list-spec";
import { countOptions } from "@/components/ui/fields/count-options";
import type { Credential } from "@/lib/contract/api/credentials";

export const credentialList: LocalListSpec<Credential> = {
  ...{ page: "credentials", nouns: ["credential", "credentials"], transient: ["credential"] },
  filters: [
    {
      ...{ kind: "search", param: "text", label: "Name or ID", longest: 300 },
      matches: ({ name, id }, text) => `${name} ${id}`.toLowerCase().includes(text.toLowerCase()),
    },
    {
      ...{ kind: "choice", param: "sync", label: "Sync", token: "sync" },
      optionsOf: (credentials) => countOptions(credentials, ({ last_sync_status }) => last_sync_status),
      matches: ({ last_sync_status }, value) => last_sync_status === value,
    },
    {
      ...{ kind: "choice", param: "kind", label: "Kind" },
      optionsOf: (credentials) => countOptions(credentials, ({ auth_type }) => auth_type),
      matches: ({ auth_type }, value) => auth_type === value,
    },
  ],
};
