export function saveFile(name: string, text: string, type: string) {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, blob: Blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
