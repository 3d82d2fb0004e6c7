import type { Schema } from '../api/answer';

export type RadiusServer = Schema<'RadiusServer'>;

/** What the form of a server holds. Ports are texts until they are sent. */
export interface RadiusValues {
  readonly name: string;
  readonly host: string;
  readonly auth_port: string;
  readonly acct_port: string;
  readonly secret: string;
  readonly nas_identifier: string;
}

export const RADIUS_LABELS = {
  name: 'Name',
  host: 'IP address',
  auth_port: 'Port for authentication',
  acct_port: 'Port for accounting',
  secret: 'Shared secret',
  nas_identifier: 'NAS identifier',
} as const;

export const NEW_SERVER: RadiusValues = {
  name: '',
  host: '',
  auth_port: '1812',
  acct_port: '1813',
  secret: '',
  nas_identifier: '',
};

export function valuesOf(server: RadiusServer): RadiusValues {
  const { name, host, auth_port: auth, acct_port: acct, secret, nas_identifier: nas } = server;
  return {
    name,
    host,
    auth_port: String(auth),
    acct_port: String(acct),
    secret: secret ?? '',
    nas_identifier: nas ?? '',
  };
}

/** The body of a request. A secret that was not edited is sent as it is shown, which keeps it. */
export function bodyOf({ auth_port: auth, acct_port: acct, nas_identifier: nas, ...texts }: RadiusValues) {
  return {
    ...texts,
    auth_port: Number(auth),
    acct_port: Number(acct),
    nas_identifier: nas === '' ? null : nas,
  };
}
