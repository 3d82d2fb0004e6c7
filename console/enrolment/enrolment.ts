import type { Schema } from '../api/answer';

export type EnrolmentToken = Schema<'ListEnrolmentTokensResponse'>['data']['enrolment_tokens'][number];
export type Enrolment = Schema<'ListEnrolmentsResponse'>['data']['enrolments'][number];

export interface TokenValues {
  readonly name: string;
  readonly network_id: string;
  readonly tag_ids: readonly string[];
  readonly days: string;
  readonly max_devices: string;
  readonly approval: boolean;
  readonly replace: boolean;
}

export const NEW_TOKEN: TokenValues = {
  name: '',
  network_id: '',
  tag_ids: [],
  days: '30',
  max_devices: '10',
  approval: true,
  replace: false,
};

/** How long tokens are valid. */
export const DAYS = [
  { value: '1', label: 'One day' },
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'A year' },
] as const;

const DAY_MS = 86_400_000;

/** The body of the request for a token that is valid from now on. */
export function bodyOf({
  name,
  network_id: network,
  tag_ids: tags,
  days,
  max_devices,
  ...flags
}: TokenValues) {
  return {
    name,
    network_id: network === '' ? null : Number(network),
    tag_ids: tags.map(Number),
    expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    max_devices: Number(max_devices),
    ...flags,
  };
}

/** The command that enrols a device; the token is in a file, where other programs of the device do not see it. */
export function commandFor(token: string): string {
  return `(umask 077; echo ${token} > /etc/airfleet/token)\nairfleet-agent enrol --url ${location.origin} --token /etc/airfleet/token`;
}

export const REASONS = {
  approval: 'The token asks for an approval',
  board: 'No hardware part, or more than one, has this board',
  certificate: 'Its certificate is of your authority',
} as const;
