/** Sentences for connection failures, by Node's error code. */
export const connectionMessage: Partial<Record<string, string>> = {
  LINK_LOCAL: "This is a link-local address. Switchboard does not connect to those.",
  ECONNREFUSED: "Nothing listens at this address and port.",
  ETIMEDOUT: "No answer came in time. A firewall may stand between.",
  EHOSTUNREACH: "This machine has no way to that address.",
  ENETUNREACH: "This machine has no way to that address.",
  EPROTO: "What answers there does not speak TLS. Is it http rather than https?",
  ERR_SSL_WRONG_VERSION_NUMBER: "What answers there does not speak TLS. Is it http rather than https?",
};

/** Sentences for certificate errors of a reachable host, by Node's and OpenSSL's error code. */
export const certificateMessage: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The certificate has run out.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet. Check this machine's clock.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate vouches for itself. Nobody this machine trusts has signed it.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's chain ends at one that this machine does not trust.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The certificate's signer is not known to this machine. A link of the chain may be missing.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The certificate's signer is not known to this machine. A link of the chain may be missing.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name.",
};

/** The reason why the TLS handshake failed; undefined if the code is not a TLS error. */
export const tlsMessage = (code: string) =>
  certificateMessage[code] ?? (tlsCode.test(code) ? (connectionMessage[code] ?? `It failed with ${code}.`) : undefined);

const tlsCode = /^(EPROTO$|ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|UNABLE_TO_|INVALID_)/;
