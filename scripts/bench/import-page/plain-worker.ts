/** The minimum work: reads all bytes of the file. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  let bytes = 0;
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
  postMessage(bytes);
};
