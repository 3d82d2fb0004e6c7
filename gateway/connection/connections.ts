import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayMetrics } from '../gateway-metrics.js';
import { daysUntil } from '../tls/live-certificates.js';
import type { Certificates } from '../tls/certificate-files.js';
import { isTrusted } from '../tls/client-identity.js';
import type { DeviceConnection } from './device-connection.js';

/** The open connections of this process. */
export class Connections {
  private readonly open = new Set<DeviceConnection>();

  constructor(private readonly metrics: GatewayMetrics) {}

  add(connection: DeviceConnection): void {
    this.open.add(connection);
  }

  remove(connection: DeviceConnection): void {
    this.open.delete(connection);
  }

  /** Ends the connections whose certificates have been revoked since, or whose authorities removed. */
  closeUntrusted(certificates: Certificates): void {
    for (const connection of this.open)
      if (!isTrusted(connection.admission.identity, certificates)) connection.close('revoked');
  }

  /** Lets connected devices find out at once what has become of them. */
  heedAssignment(organisationId: number, deviceIds: readonly number[]): void {
    const ids = new Set(deviceIds);
    for (const connection of this.open) {
      const { device } = connection.admission;
      if (device.organisationId === organisationId && ids.has(device.deviceId)) connection.heedAssignment();
    }
  }

  /** Ends all connections, evenly over a time, so that the devices do not connect elsewhere all at once. */
  async drain(seconds: number): Promise<void> {
    const all = [...this.open];
    const began = performance.now();
    for (const [index, connection] of all.entries()) {
      connection.close('drain');
      const ahead = began + ((index + 1) * seconds * 1000) / all.length - performance.now();
      if (ahead > 0) await wait(ahead);
    }
  }

  close(): void {
    for (const connection of this.open) connection.close('drain');
  }

  /** Sets the gauges, at a scrape. */
  show(): void {
    const { connections, unhealthy, certificateDays } = this.metrics;
    connections.set(this.open.size);
    unhealthy.reset();
    let firstEnd: number | null = null;
    for (const { sanity, admission } of this.open) {
      const { partNumber } = admission.device;
      if (sanity < 100) unhealthy.inc({ part: partNumber });
      const days = daysUntil(admission.identity.validTo);
      firstEnd = firstEnd === null ? days : Math.min(firstEnd, days);
    }
    if (firstEnd === null) certificateDays.remove({ of: 'device' });
    else certificateDays.set({ of: 'device' }, firstEnd);
  }
}
