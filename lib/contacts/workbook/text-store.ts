const chunkTexts = 1_024;

/** Very many texts in little memory: a thousand of them stand in one string, with the places where they end. */
export function createTextStore() {
  const chunks: { text: string; ends: Uint32Array }[] = [];
  let open: string[] = [];

  function endChunk() {
    const ends = new Uint32Array(open.length);
    let end = 0;
    for (const [at, text] of open.entries()) {
      end += text.length;
      ends[at] = end;
    }
    // Joined, the texts no longer keep the pieces of the file that they were cut out of.
    chunks.push({ text: open.join(""), ends });
    open = [];
  }

  return {
    size: () => chunks.length * chunkTexts + open.length,
    add(text: string) {
      open.push(text);
      if (open.length === chunkTexts) endChunk();
    },
    at(place: number): string | undefined {
      const chunk = chunks[Math.floor(place / chunkTexts)];
      const within = place - chunks.length * chunkTexts;
      if (!chunk) return within >= 0 ? open[within] : undefined;
      const first = place % chunkTexts;
      return chunk.text.slice(first === 0 ? 0 : chunk.ends[first - 1], chunk.ends[first]);
    },
  };
}
