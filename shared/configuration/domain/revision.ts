import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ConfigurationDocument } from './document.js';

/** The RFC 8785 form of a JSON value. */
export function canonicalForm(value: object): string {
  const form = canonicalize(value);
  if (form === undefined) throw new Error('The value has no canonical form');
  return form;
}

/** The canonical form of a document without its SSIDs, divided where the revision is inserted. */
export interface FormOfRest {
  readonly before: string;
  readonly after: string;
}

/**
 * The form of a document's members besides `wireless`, which is the last one in its order.
 * @param radios the canonical form of the radios
 */
export function formOfRest(
  rest: Omit<ConfigurationDocument, 'radios' | 'wireless'>,
  radios: string,
): FormOfRest {
  const { confirm_within_s, device, heartbeat_interval_s, ports, ...after } = rest;
  const before = canonicalForm({ confirm_within_s, device, heartbeat_interval_s, ports }).slice(1, -1);
  return {
    before: `${before},"radios":${radios}`,
    after: canonicalForm(after).slice(1, -1),
  };
}

/** What a device receives: the canonical form of its document with the revision in its sorted place. */
export interface WrittenDocument {
  /** The lower-case hex SHA-256 of the form without the revision. */
  readonly revision: string;
  readonly body: string;
}

/**
 * Puts the forms of a document's parts together. Those of SSIDs and radios are the same for many devices, so that most of
 * a document need not be serialized for each of them.
 * @param wireless the canonical forms of the SSIDs, in their order
 */
export function writeDocument({ before, after }: FormOfRest, wireless: readonly string[]): WrittenDocument {
  const rest = `${after},"wireless":[${wireless.join(',')}]}`;
  const revision = createHash('sha256').update(`{${before},${rest}`, 'utf8').digest('hex');
  return { revision, body: `{${before},"revision":"${revision}",${rest}` };
}

/** The revision of a document as it is mapped for a device: another mapping gives the device another configuration. */
export function revisionAsMapped(revision: string, mapping: number): string {
  return createHash('sha256').update(`${revision} ${mapping}`, 'utf8').digest('hex');
}

/** 32 hex digits that only holders of the key can compute; the key is the installation's. */
export function saltOf(key: Buffer, deviceId: number): string {
  return createHmac('sha256', key).update(String(deviceId)).digest('hex').slice(0, 32);
}
