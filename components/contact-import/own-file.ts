/** Which file this tab was at work on: another tab's choice takes its place in the browser's own storage. */
export function keepOwnFile(campaign_id: string, file: File): void {
  try {
    sessionStorage.setItem(keyOf(campaign_id), markOf(file));
  } catch {
    // Nothing is said of another tab where this browser keeps nothing.
  }
}

export function isOwnFile(campaign_id: string, file: File): boolean {
  try {
    const own = sessionStorage.getItem(keyOf(campaign_id));
    return own === null || own === markOf(file);
  } catch {
    return true;
  }
}

const keyOf = (campaign_id: string) => `import file ${campaign_id}`;

const markOf = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);
