/** What the manufacturer's list and the inventory say about a MAC. */
export interface Registration {
  readonly macId: string;
  readonly identity: 'key' | 'certificate';
  readonly deviceKeyHash: string | null;
  /** The hash of the key of the authority under which the device first connected; null before. */
  readonly authority: string | null;
  readonly organisationId: number | null;
  readonly deviceId: number | null;
  readonly partNumber: string;
}

/** Why a device with a valid certificate is refused. */
export type IdentityFault =
  /** It is in no inventory, or not in that of the organisation whose authority it has. */
  | 'unknown'
  /** It has a key, or none of the two. */
  | 'no_certificate'
  /** It first connected under another authority. */
  | 'other_authority';

export type AdmittedDevice = Registration & { readonly organisationId: number; readonly deviceId: number };

/** Whether an organisation may add a device to its inventory: it is in none, and has no key. */
export function isUnclaimed(registration: Registration | undefined): boolean {
  return !registration || (registration.organisationId === null && registration.deviceKeyHash === null);
}

/** The authority that has issued a device's certificate. */
export interface Issuer {
  readonly authority: string;
  /** The organisation whose devices alone it opens; null: those of all. */
  readonly owner: number | null;
}

/** Whether a device whose certificate an authority has issued is the registered one. */
export function judgeIdentity(
  registration: Registration | undefined,
  { authority, owner }: Issuer,
): AdmittedDevice | IdentityFault {
  if (!registration || (owner !== null && registration.organisationId !== owner)) return 'unknown';
  const { identity, deviceKeyHash, organisationId, deviceId } = registration;
  if (identity !== 'certificate' || deviceKeyHash !== null) return 'no_certificate';
  if (registration.authority !== null && registration.authority !== authority) return 'other_authority';
  if (organisationId === null || deviceId === null) return 'unknown';
  return { ...registration, organisationId, deviceId };
}
