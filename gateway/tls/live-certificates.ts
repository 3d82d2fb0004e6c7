import { stat } from 'node:fs/promises';
import type { Log } from '../../shared/platform/observability/logger.js';
import type { UcentralStores } from '../../shared/ucentral/deps.js';
import type { OwnedAuthority } from '../../shared/ucentral/stores/authority-store.js';
import type { GatewayMetrics } from '../gateway-metrics.js';
import {
  readCertificates,
  type Authority,
  type CertificateFiles,
  type Certificates,
} from './certificate-files.js';

const LOOK_EVERY_MS = 5000;
const DAY_MS = 86_400_000;

interface LiveDeps {
  readonly log: Log;
  readonly gatewayMetrics: Pick<GatewayMetrics, 'certificateDays' | 'reloads'>;
  readonly stores: Pick<UcentralStores, 'ucentralAuthorities'>;
}

/**
 * The certificates in use: those of the files, and the authorities of organisations. What has changed is read again; a file
 * that cannot be used, and a store that is away, leave the old ones in place.
 */
export class LiveCertificates {
  private timer: NodeJS.Timeout | undefined;
  private seen = '';
  /** The changes of organisations' authorities that have been read; null before the first reading. */
  private changes: number | null = null;
  private organisations: readonly Authority[] = [];
  private used: Certificates;
  private readonly listeners: ((certificates: Certificates) => void)[] = [];

  private constructor(
    private readonly deps: LiveDeps,
    private readonly files: CertificateFiles,
    private installation: Certificates,
  ) {
    this.used = installation;
  }

  /** @throws Error naming the file that cannot be used */
  static async open(deps: LiveDeps, files: CertificateFiles): Promise<LiveCertificates> {
    const live = new LiveCertificates(deps, files, await readCertificates(files, new Date()));
    live.seen = await live.stamp();
    await live.readOrganisations();
    live.show();
    live.timer = setInterval(() => void live.look(), LOOK_EVERY_MS);
    live.timer.unref();
    return live;
  }

  get current(): Certificates {
    return this.used;
  }

  /** Whether the certificate of the server is valid now. */
  isValid(): boolean {
    return this.used.validTo > new Date();
  }

  onChange(listener: (certificates: Certificates) => void): void {
    this.listeners.push(listener);
  }

  /** Reads the files again, and the authorities of organisations if they have changed. */
  async reload(): Promise<void> {
    const { log, gatewayMetrics } = this.deps;
    try {
      this.installation = await readCertificates(this.files, new Date());
      // The installation's authorities may be others: they are written again.
      this.changes = null;
      gatewayMetrics.reloads.inc({ outcome: 'loaded' });
      log.info('The certificates of the gateway have been read again');
      this.use();
    } catch (error) {
      gatewayMetrics.reloads.inc({ outcome: 'refused' });
      log.error({ err: error }, 'The changed certificates cannot be used; the old ones stay');
    }
    await this.readOrganisations();
    this.show();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const stamp = await this.stamp();
    if (stamp === this.seen) {
      await this.readOrganisations();
      this.show();
      return;
    }
    this.seen = stamp;
    await this.reload();
  }

  /** One read of a small record unless an authority has changed. */
  private async readOrganisations(): Promise<void> {
    const { log, stores } = this.deps;
    const { ucentralAuthorities } = stores;
    try {
      const changes = await ucentralAuthorities.changes();
      if (changes === this.changes) return;
      if (this.changes === null) {
        const { authorities } = this.installation;
        await ucentralAuthorities.keepInstallation(
          authorities.map(({ keyHash }) => keyHash),
          authorities.map(({ nameHash }) => nameHash),
        );
      }
      this.organisations = (await ucentralAuthorities.all()).map(ownedBy);
      this.changes = changes;
      this.use();
    } catch (error) {
      log.warn({ err: error }, 'The authorities of organisations were not read; the old ones stay');
    }
  }

  /** An authority of an organisation with the key or the name of one of the installation is left out. */
  private use(): void {
    const { authorities } = this.installation;
    const [keys, names] = [new Set<string>(), new Set<string>()];
    for (const { keyHash, nameHash } of authorities) {
      keys.add(keyHash);
      names.add(nameHash);
    }
    const others = this.organisations.filter(
      ({ keyHash, nameHash }) => !keys.has(keyHash) && !names.has(nameHash),
    );
    this.used = { ...this.installation, authorities: [...authorities, ...others] };
    for (const listener of this.listeners) listener(this.used);
  }

  /** Changes with the size or the time of any of the files. */
  private async stamp(): Promise<string> {
    const { cert, key, clientCa, crl } = this.files;
    const paths = [cert, key, clientCa, crl].filter((path) => path !== null);
    const stats = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
    return stats.map((found) => (found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '')).join();
  }

  private show(): void {
    const { certificateDays } = this.deps.gatewayMetrics;
    const { validTo, authorities, revocations } = this.installation;
    certificateDays.set({ of: 'server' }, daysUntil(validTo));
    certificateDays.set({ of: 'authority' }, Math.min(...authorities.map((each) => daysUntil(each.validTo))));
    if (revocations.nextUpdate) certificateDays.set({ of: 'revocations' }, daysUntil(revocations.nextUpdate));
  }
}

function ownedBy({ organisationId: owner, ...authority }: OwnedAuthority): Authority {
  return { ...authority, owner };
}

export function daysUntil(date: Date): number {
  return (date.getTime() - Date.now()) / DAY_MS;
}
