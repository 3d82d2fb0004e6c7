import { AppError } from '../../platform/errors/app-error.js';
import type { ErrorName } from '../../platform/errors/catalogue.js';

/** Why single sign-on signs a person in to nothing, in words for that person. */
const REFUSALS = {
  not_configured: ['forbidden', 'There is no single sign-on for this address. Sign in with your password'],
  ended: ['unauthenticated', 'This sign-in has ended, or began in another browser. Start again'],
  denied: ['forbidden', 'The identity provider has refused to sign you in'],
  unreachable: ['overloaded', 'The identity provider does not answer. Try again shortly'],
  answer_refused: [
    'forbidden',
    'The identity provider gave an answer that cannot be used. Tell an administrator',
  ],
  without_email: [
    'forbidden',
    'The identity provider does not say which email you have. Tell an administrator',
  ],
  hosted_elsewhere: ['forbidden', 'Your account at the identity provider is not of this organisation'],
  domain_not_proven: [
    'forbidden',
    'Your organisation has not proven the domain of your email. Tell an administrator',
  ],
  email_not_verified: [
    'forbidden',
    'There is an account with your email, and the identity provider does not confirm that the email is yours. Tell an administrator',
  ],
  email_unverified: ['forbidden', 'The identity provider says that your email is not verified'],
  other_organisation: [
    'forbidden',
    'The account with your email is not of this organisation, so that single sign-on cannot use it',
  ],
  other_identity: [
    'forbidden',
    'The account with your email belongs to another identity of the identity provider. Tell an administrator',
  ],
  overage: [
    'forbidden',
    'You are in more groups than the identity provider sends. Ask an administrator to use roles instead of groups',
  ],
  without_role: [
    'forbidden',
    'The identity provider gives you no role in this service. Ask an administrator',
  ],
  disabled: ['forbidden', 'Your account is disabled. Ask an administrator'],
} as const satisfies Record<string, readonly [ErrorName, string]>;

export type SsoRefusal = keyof typeof REFUSALS;

/** A refusal that a page shows. */
export class SsoRefused extends AppError {
  constructor(
    readonly reason: SsoRefusal,
    cause?: unknown,
  ) {
    const [refusal, text] = REFUSALS[reason];
    super(refusal, { text, ...(cause === undefined ? {} : { cause }) });
  }
}
