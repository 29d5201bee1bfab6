/** A contact list of random people as CSV. `nameLength` makes it large with few rows. */
export function contactCsv(rows: number, { nameLength = 8, first = 0 } = {}) {
  const lines = Array.from(
    { length: rows },
    (_, nth) => `+4479${String(11_000_000 + first + nth)},${"Ann".padEnd(nameLength, "x")}\r\n`,
  );
  return `phone_number,name\r\n${lines.join("")}`;
}

/** Headers and body of an upload with one file, as a browser sends them. */
export function contactForm(csv: string, headers: Record<string, string> = {}) {
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv\r\n\r\n';
  return {
    headers: { "content-type": "multipart/form-data; boundary=b", ...headers },
    body: `${head}${csv}\r\n--b--\r\n`,
  };
}
