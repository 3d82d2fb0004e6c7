import { X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { macOfCommonName } from '../../shared/ucentral/domain/client-name.js';
import { isRevoked } from '../../shared/ucentral/operations/revocations.js';
import { keyHashOf } from '../../shared/ucentral/operations/read-authority.js';
import type { Certificates } from './certificate-files.js';

/** Who a device is by its certificate, which a known authority has issued. */
export interface ClientIdentity {
  readonly macId: string;
  /** The hash of the key of the authority. */
  readonly authority: string;
  /** Whose devices the authority opens; null: those of all organisations. */
  readonly owner: number | null;
  /** The certificates from the device's to the authority's, by the hash of the issuer's key. */
  readonly chain: readonly ChainLink[];
  readonly validTo: Date;
}

interface ChainLink {
  readonly serial: string;
  readonly issuer: string;
}

/** Longer chains are cut. */
const MAX_PATH = 9;

export type CertificateFault = 'no_name' | 'revoked' | 'unknown_authority';

/** Reads the certificate of a connection whose chain the TLS library has verified. */
export function clientIdentity(
  socket: TLSSocket,
  certificates: Certificates,
): ClientIdentity | CertificateFault {
  const peer = socket.getPeerCertificate(true);
  const macId = macOfCommonName(peer.subject.CN);
  if (macId === null) return 'no_name';
  const path = pathOf(peer).map((raw) => new X509Certificate(raw));
  const last = path.at(-1);
  if (!last) return 'unknown_authority';
  const authority = keyHashOf(last);
  const owner = ownerOf(authority, certificates);
  if (owner === undefined) return 'unknown_authority';
  const chain = path.slice(0, -1).map((certificate, index) => ({
    serial: certificate.serialNumber,
    issuer: keyHashOf(path[index + 1] ?? last),
  }));
  const identity = { macId, authority, owner, chain, validTo: new Date(peer.valid_to) };
  return isChainRevoked(identity, certificates) ? 'revoked' : identity;
}

/** Whether the authority of a connection is trusted as it was when the connection began, and its certificate not revoked. */
export function isTrusted(
  identity: Pick<ClientIdentity, 'authority' | 'owner' | 'chain'>,
  certificates: Pick<Certificates, 'authorities' | 'revocations'>,
): boolean {
  return (
    ownerOf(identity.authority, certificates) === identity.owner && !isChainRevoked(identity, certificates)
  );
}

/** Undefined for an authority that is not trusted. */
function ownerOf(
  authority: string,
  { authorities }: Pick<Certificates, 'authorities'>,
): number | null | undefined {
  return authorities.find(({ keyHash }) => keyHash === authority)?.owner;
}

/** Whether any certificate of the chain has been revoked. */
function isChainRevoked(
  { chain }: Pick<ClientIdentity, 'chain'>,
  { revocations }: Pick<Certificates, 'revocations'>,
): boolean {
  return chain.some(({ serial, issuer }) => isRevoked(revocations, issuer, serial));
}

/** The certificates from the device's to the self-signed one, which is its own issuer. */
function pathOf(peer: DetailedPeerCertificate): Buffer[] {
  const path: Buffer[] = [];
  let at: Partial<DetailedPeerCertificate> | undefined = peer;
  while (at?.raw && path.length < MAX_PATH) {
    path.push(at.raw);
    at = at.issuerCertificate === at ? undefined : at.issuerCertificate;
  }
  return path;
}
