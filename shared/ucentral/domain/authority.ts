/** A certificate authority as it is stored and trusted. */
export interface AuthorityCertificate {
  /** In PEM. */
  readonly certificate: string;
  /** Its subject, for people. */
  readonly name: string;
  readonly keyHash: string;
  readonly nameHash: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** Gateways send the names of all authorities in each handshake, which TLS limits to 64 kB. */
export const MAX_AUTHORITIES = 200;
export const MAX_NAME_BYTES = 200;
