import { attempt } from "./attempt";
import { isPlainObject, parseJson, stringifyJson } from "./json";

/** Stands in for a secret of a record. */
const hiddenSecret = "[hidden]";

const secretName =
  /(^|[-_.])(authorization|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|password|passwd|cookie)s?$|(apiKey|accessToken|clientSecret)$/i;

/** `user:password@` and parameters of an address that hold a key. */
const inAddress = /(:\/\/[^\s/@:]*:)[^\s/@]+(?=@)|([?&][\w.-]*(?:token|secret|key|password|signature)=)[^&#\s"]+/gi;

/** JSON text without the secrets of its record: fields, headers and parameters of addresses that are named like one. */
export function hideSecrets(text: string): string {
  const tree = attempt(() => parseJson(text.replace(/^\uFEFF/, "")));
  if (tree === undefined) return text;
  const cleaned = stringifyJson(withoutSecrets(tree));
  return cleaned === stringifyJson(tree) ? text : cleaned;
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string")
    return value.replace(inAddress, (_, user = "", parameter = "") => user + parameter + hiddenSecret);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isPlainObject(value)) return value;
  // A header can be sent as its name and its value.
  const { name, key } = value;
  const isPair = [name, key].some((text) => typeof text === "string" && secretName.test(text));
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => {
      const isSecret =
        typeof member === "string" && member !== "" && (secretName.test(field) || (isPair && field === "value"));
      return [field, isSecret ? hiddenSecret : withoutSecrets(member)];
    }),
  );
}
