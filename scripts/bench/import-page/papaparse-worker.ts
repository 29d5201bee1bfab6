import Papa from "papaparse";

/** papaparse as documented for large files, in a worker of ours. The rows are only counted. */
self.onmessage = ({ data: file }: MessageEvent<File>) => {
  let rows = 0;
  Papa.parse<string[], File>(file, {
    chunk: ({ data }) => {
      rows += data.length;
    },
    complete: () => postMessage(rows),
  });
};
