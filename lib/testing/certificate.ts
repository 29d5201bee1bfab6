import { generateKeyPairSync, sign } from "node:crypto";

type CertificateOptions = { issuer?: string; from?: string; until?: string };

/** Makes a certificate and a key for 127.0.0.1, so that the project contains none. Self-signed unless `issuer` is set. */
export function makeCertificate({
  issuer = "127.0.0.1",
  from = "2020-01-01",
  until = "2120-01-01",
}: CertificateOptions = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = list(identifier("2a8648ce3d040302"));
  const content = list(
    field(0xa0, field(0x02, [2])),
    field(0x02, [1]),
    algorithm,
    nameOf(issuer),
    list(timeOf(from), timeOf(until)),
    nameOf("127.0.0.1"),
    publicKey.export({ type: "spki", format: "der" }),
    field(0xa3, list(list(identifier("551d11"), field(0x04, list(field(0x87, [127, 0, 0, 1])))))),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = list(content, algorithm, field(0x03, [0, ...signature])).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}

/** One DER field: tag, length and content. */
function field(tag: number, content: Iterable<number>) {
  const bytes = Buffer.from([...content]);
  const { length } = bytes;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const list = (...fields: Buffer[]) => field(0x30, Buffer.concat(fields));
const identifier = (hex: string) => field(0x06, Buffer.from(hex, "hex"));
const nameOf = (name: string) => list(field(0x31, list(identifier("550403"), field(0x0c, Buffer.from(name)))));
const timeOf = (day: string) => field(0x18, Buffer.from(`${day.replaceAll("-", "")}000000Z`));
