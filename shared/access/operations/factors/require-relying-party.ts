import type { Env } from '../../../platform/env/env.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { relyingPartyOf, type RelyingParty } from '../../domain/relying-party.js';

/** The service for which passkeys are made. @throws AppError stateForbids where there can be none */
export function requireRelyingParty({ publicUrl }: Pick<Env, 'publicUrl'>): RelyingParty {
  const relyingParty = relyingPartyOf(publicUrl);
  if (relyingParty !== null) return relyingParty;
  throw new AppError('stateForbids', {
    text: 'This service takes no passkeys: they need PUBLIC_URL, with the name of a host',
  });
}
