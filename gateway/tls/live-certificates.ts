import { stat } from 'node:fs/promises';
import type { Log } from '../../shared/platform/observability/logger.js';
import type { GatewayMetrics } from '../gateway-metrics.js';
import { readCertificates, type CertificateFiles, type Certificates } from './certificate-files.js';

const LOOK_EVERY_MS = 5000;
const DAY_MS = 86_400_000;

interface LiveDeps {
  readonly log: Log;
  readonly gatewayMetrics: Pick<GatewayMetrics, 'certificateDays' | 'reloads'>;
}

/** The certificates in use. A file that changes is read again; one that cannot be used leaves the old ones in place. */
export class LiveCertificates {
  private timer: NodeJS.Timeout | undefined;
  private seen = '';
  private readonly listeners: ((certificates: Certificates) => void)[] = [];

  private constructor(
    private readonly deps: LiveDeps,
    private readonly files: CertificateFiles,
    private certificates: Certificates,
  ) {}

  /** @throws Error naming the file that cannot be used */
  static async open(deps: LiveDeps, files: CertificateFiles): Promise<LiveCertificates> {
    const live = new LiveCertificates(deps, files, await readCertificates(files, new Date()));
    live.seen = await live.stamp();
    live.show();
    live.timer = setInterval(() => void live.look(), LOOK_EVERY_MS);
    live.timer.unref();
    return live;
  }

  get current(): Certificates {
    return this.certificates;
  }

  /** Whether the certificate of the server is valid now. */
  isValid(): boolean {
    return this.certificates.validTo > new Date();
  }

  onChange(listener: (certificates: Certificates) => void): void {
    this.listeners.push(listener);
  }

  /** Reads the files again. */
  async reload(): Promise<void> {
    const { log, gatewayMetrics } = this.deps;
    try {
      this.certificates = await readCertificates(this.files, new Date());
      gatewayMetrics.reloads.inc({ outcome: 'loaded' });
      log.info('The certificates of the gateway have been read again');
      this.show();
      for (const listener of this.listeners) listener(this.certificates);
    } catch (error) {
      gatewayMetrics.reloads.inc({ outcome: 'refused' });
      log.error({ err: error }, 'The changed certificates cannot be used; the old ones stay');
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const stamp = await this.stamp();
    this.show();
    if (stamp === this.seen) return;
    this.seen = stamp;
    await this.reload();
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
    const { validTo, authorities, revocations } = this.certificates;
    certificateDays.set({ of: 'server' }, daysUntil(validTo));
    certificateDays.set({ of: 'authority' }, Math.min(...authorities.map((each) => daysUntil(each.validTo))));
    if (revocations.nextUpdate) certificateDays.set({ of: 'revocations' }, daysUntil(revocations.nextUpdate));
  }
}

export function daysUntil(date: Date): number {
  return (date.getTime() - Date.now()) / DAY_MS;
}
