export const verdicts = {
  unsigned: { tone: "idle", word: "unsigned" },
  signed: { tone: "ok", word: "signature valid" },
  failed: { tone: "fault", word: "signature not valid" },
} as const;
