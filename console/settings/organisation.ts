import type { Schema } from '../api/answer';

export type Organisation = Schema<'ShowOrganisationResponse'>['data']['organisation'];
