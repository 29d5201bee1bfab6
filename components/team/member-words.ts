import type { Reading } from "@/components/ui/tone";
import type { Member } from "@/lib/contract/console/team";

/** Ours, not the platform's: these words have fixed lamps. */
export const stateReading: Record<Member["state"], Reading> = { active: "ok", disabled: "idle", locked: "wait" };
