import type { Schema } from '../api/answer';

export type AccessToken = Schema<'ListAccessTokensResponse'>['data']['access_tokens'][number];
