export const connectionMessage: Partial<Record<string, string>> = {
  LINK_LOCAL: "This is a link-local address. Switchboard does not connect to those.",
  ECONNREFUSED: "Nothing listens at this address and port.",
  ETIMEDOUT: "No answer arrived in time. A firewall may be blocking it.",
  EHOSTUNREACH: "This machine has no route to that address.",
  ENETUNREACH: "This machine has no route to that address.",
  EPROTO: "The server there does not use TLS. Should the address begin with http instead of https?",
  ERR_SSL_WRONG_VERSION_NUMBER:
    "The server there does not use TLS. Should the address begin with http instead of https?",
};

const trust = "If its authority is your own, set NODE_EXTRA_CA_CERTS to the file of that authority.";

export const certificateMessage: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet. Check this machine's clock.",
  DEPTH_ZERO_SELF_SIGNED_CERT: `The certificate is self-signed, and this machine does not trust it. ${trust}`,
  SELF_SIGNED_CERT_IN_CHAIN: `The certificate chain ends in a certificate that this machine does not trust. ${trust}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `This machine does not know the certificate's issuer. An intermediate certificate may be missing. ${trust}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `This machine does not know the certificate's issuer. An intermediate certificate may be missing. ${trust}`,
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name.",
};

/** The reason why the TLS handshake failed; undefined if the code is not a TLS error. */
export const tlsMessage = (code: string) =>
  certificateMessage[code] ?? (tlsCode.test(code) ? (connectionMessage[code] ?? `It failed with ${code}.`) : undefined);

const tlsCode = /^(EPROTO$|ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|UNABLE_TO_|INVALID_)/;
