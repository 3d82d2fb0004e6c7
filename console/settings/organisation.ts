import type { Schema } from '../api/answer';

export type Organisation = Schema<'ShowOrganisationResponse'>['data']['organisation'];
export type UcentralAuthority = Schema<'UcentralCaAnswer'>['data']['ucentral_ca'];
