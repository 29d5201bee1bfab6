/** First 8 … last 4, once that saves at least four characters. */
export function shortenId(id: string): string {
  const characters = [...id];
  if (characters.length <= 16) return id;
  return `${characters.slice(0, 8).join("")}…${characters.slice(-4).join("")}`;
}
