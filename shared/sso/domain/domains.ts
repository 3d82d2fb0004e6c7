import Joi from 'joi';
import type { SsoDomainRecord } from '../models/sso-domain.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a proof holds after the record was last seen. */
const KEPT_MS = 7 * DAY_MS;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);
const LONGEST_DOMAIN = 243;

export const MAX_DOMAINS = 20;

/** A domain of email addresses; those beyond ASCII in their encoded form. */
export const domainText = Joi.string()
  .trim()
  .lowercase()
  .max(LONGEST_DOMAIN)
  .pattern(DOMAIN)
  .messages({ 'string.pattern.base': '{{#label}} must be a domain such as example.com' });

/** The domain of an email; null for a text that is none. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 1 || at === email.length - 1
    ? null
    : email
        .slice(at + 1)
        .trim()
        .toLowerCase();
}

/** The name and the text of the TXT record that proves a domain. */
export function proofOf({ domain, token }: Pick<SsoDomainRecord, 'domain' | 'token'>) {
  return { name: `_airfleet.${domain}`, text: `airfleet-domain=${token}` };
}

/** What a look-up of the record changes. */
export interface DomainJudgement {
  readonly isProven: boolean;
  /** Since when; null for a domain that is not proven. */
  readonly provenAt: Date | null;
  /** When the record was last seen; null: never since the domain was listed. */
  readonly seenAt: Date | null;
  readonly checkAt: Date;
}

/**
 * Judges a domain by whether its record was seen. A proof is looked up daily and ends when the record was not seen for a week;
 * until there is one, the pauses between look-ups grow with the time since the domain was listed.
 */
export function judgeDomain(
  {
    provenBy,
    provenAt,
    seenAt,
    listedAt,
  }: Pick<SsoDomainRecord, 'provenBy' | 'provenAt' | 'seenAt' | 'listedAt'>,
  isSeen: boolean,
  now: Date,
): DomainJudgement {
  const lastSeen = isSeen ? now : (seenAt ?? null);
  const isKept = provenBy === 'dns' && lastSeen !== null && now.getTime() - lastSeen.getTime() <= KEPT_MS;
  const isProven = isSeen || isKept;
  const waited = now.getTime() - listedAt.getTime();
  const pause = isProven ? DAY_MS : Math.min(DAY_MS, Math.max(MINUTE_MS, waited / 10));
  return {
    isProven,
    provenAt: isProven ? (provenAt ?? now) : null,
    seenAt: lastSeen,
    checkAt: new Date(now.getTime() + pause),
  };
}
