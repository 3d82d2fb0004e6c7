import { AppError } from '../../platform/errors/app-error.js';
import type { WebhookDeps } from '../deps.js';
import type { HostResolver } from '../../platform/outbound/host-resolver.js';
import { refuseAddresses, refuseUrl, targetOf, type UrlRefusal } from '../../platform/values/url-target.js';

const LOOKUP_MS = 2000;

const TEXTS: Readonly<Record<UrlRefusal | 'malformed', string>> = {
  malformed: 'The URL is not an absolute https URL',
  not_https: 'The URL must be https',
  userinfo: 'The URL must not contain a user or password',
  address: 'The host of the URL is not a public address',
};

/**
 * Refuses a URL that no event would be sent to. A host that does not resolve now is accepted for https: every try
 * resolves it again.
 * @throws AppError webhookUrlRefused
 */
export async function checkUrl(
  { env, hosts }: Pick<WebhookDeps, 'env' | 'hosts'>,
  organisationId: number,
  text: string,
): Promise<void> {
  const target = targetOf(text);
  if (!target) throw refused('malformed');
  const { host, isLiteral, url } = target;
  const refusal = refuseUrl(target, env.webhookAllow);
  if (refusal) throw refused(refusal);
  if (isLiteral) return;
  const addresses = await addressesOf(hosts, organisationId, host);
  if (addresses.length === 0 && url.protocol === 'https:') return;
  const found = addresses.length === 0 ? 'not_https' : refuseAddresses(target, addresses, env.webhookAllow);
  if (found) throw refused(found);
}

/** All addresses of a host; none when it does not resolve in time. */
async function addressesOf(hosts: HostResolver, organisationId: number, host: string): Promise<string[]> {
  const signal = AbortSignal.timeout(LOOKUP_MS);
  const timeout = new Promise<[]>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve([]);
    });
  });
  const found = hosts.addressesOf(organisationId, host, signal).catch(() => []);
  // A lookup that waits for others of the organisation does not end with the signal.
  return (await Promise.race([found, timeout])).map(({ address }) => address);
}

function refused(reason: keyof typeof TEXTS): AppError {
  return new AppError('webhookUrlRefused', { text: TEXTS[reason] });
}
