import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ConfigurationDocument } from './document.js';

/** The RFC 8785 form of a JSON value. */
export function canonicalForm(value: object): string {
  const form = canonicalize(value);
  if (form === undefined) throw new Error('The value has no canonical form');
  return form;
}

/** The lower-case hex SHA-256 of the canonical form of a document without its revision. */
export function revisionOf(document: ConfigurationDocument): string {
  return createHash('sha256').update(canonicalForm(document), 'utf8').digest('hex');
}

/** What a device receives: the canonical form with the revision in its sorted place. */
export function bodyOf(document: ConfigurationDocument, revision: string): string {
  return canonicalForm({ ...document, revision });
}

/** 32 hex digits that only holders of the key can compute; the key is the installation's. */
export function saltOf(key: Buffer, deviceId: number): string {
  return createHmac('sha256', key).update(String(deviceId)).digest('hex').slice(0, 32);
}
