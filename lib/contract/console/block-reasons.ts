export const blockReasons = ["asked", "complaint", "register", "wrong_number", "deceased", "other"] as const;
export type BlockReason = (typeof blockReasons)[number];

export const blockReasonLabels: Record<BlockReason, string> = {
  asked: "asked us",
  complaint: "complaint",
  register: "register",
  wrong_number: "wrong number",
  deceased: "deceased",
  other: "other",
};
