import { newEntry, type AuditEntry, type Author } from '../../audit/domain/audit-entry.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { EnrolmentTokenRecord } from '../models/enrolment-token.js';

/** A token as callers see it, without what names it. */
export function fieldsOfToken(token: EnrolmentTokenRecord) {
  return {
    name: token.name,
    network_id: token.networkId,
    tag_ids: token.tagIds,
    expires_at: token.expiresAt.toISOString(),
    max_devices: token.maxDevices,
    approval: token.approval,
    replace: token.replace,
    identity: 'key' as const,
  };
}

export function tokenEntry(
  action: 'created' | 'revoked',
  token: EnrolmentTokenRecord,
  at: Date,
  author: Author,
): AuditEntry {
  const { organisationId, _id } = token;
  const fields = fieldsOfToken(token);
  return newEntry(
    {
      organisationId,
      at,
      action: `enrolment_token.${action}`,
      subject: `enrolment_token:${_id}`,
      before: action === 'revoked' ? fields : null,
      after: action === 'created' ? fields : null,
    },
    author,
  );
}

/** What a device says of itself when it asks. */
export type EnrolledFields = Pick<
  EnrolmentRecord,
  'macId' | 'routerSerialNumber' | 'board' | 'agent' | 'publicIp'
>;

export function fieldsOfRequest({ macId, routerSerialNumber, board, agent, publicIp }: EnrolledFields) {
  return {
    mac_id: macId,
    router_serial_number: routerSerialNumber,
    board,
    agent,
    public_ip: publicIp,
  };
}

export function requestEntry(
  action: 'requested' | 'refused',
  request: EnrolmentRecord,
  at: Date,
  author: Author,
): AuditEntry {
  const { organisationId, _id, tokenId, reason, replaces } = request;
  const after = { ...fieldsOfRequest(request), enrolment_token_id: tokenId, reason, replaces };
  return newEntry(
    { organisationId, at, action: `enrolment.${action}`, subject: `enrolment:${_id}`, after },
    author,
  );
}

/** The device that a step of an enrolment changed. */
export interface EnrolledRef {
  readonly organisationId: number;
  readonly deviceId: number;
  /** Null for a device with a certificate. */
  readonly tokenId: number | null;
}

/** `enrolled`: with a part and a network; `key_replaced` and `key_issued`: a device of the inventory. */
export function enrolledEntry(
  action: 'enrolled' | 'key_replaced' | 'key_issued',
  { organisationId, deviceId, tokenId }: EnrolledRef,
  fields: Readonly<Record<string, unknown>>,
  at: Date,
  author: Author,
): AuditEntry {
  const after = { ...fields, enrolment_token_id: tokenId };
  return newEntry(
    { organisationId, at, action: `device.${action}`, subject: `device:${deviceId}`, after },
    author,
  );
}

/** Devices that enrol themselves change the inventory in the name of their token. */
export function authorOfToken({ _id }: Pick<EnrolmentTokenRecord, '_id'>, requestId: string): Author {
  return { actor: `enrolment_token:${_id}`, requestId };
}
