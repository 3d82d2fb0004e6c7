import { Counter, Gauge, type Registry } from 'prom-client';

/** The gateway's own metrics; docs/operations.md describes each. */
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;

export function createGatewayMetrics(registry: Registry) {
  const registers = [registry];
  let measure = (): void => undefined;
  return {
    /** Sets what measures the open connections before each reading of the metrics. */
    measureBy(measureConnections: () => void): void {
      measure = measureConnections;
    },
    // The first of the gauges: those after it are read with what it has measured.
    connections: new Gauge({
      name: 'airfleet_ucentral_connections',
      help: 'Connected devices',
      registers,
      collect() {
        measure();
      },
    }),
    handshakes: new Counter({
      name: 'airfleet_ucentral_handshakes_total',
      help: 'TLS handshakes of devices, by outcome: done, failed or shed',
      labelNames: ['outcome'],
      registers,
    }),
    admissions: new Counter({
      name: 'airfleet_ucentral_admissions_total',
      help: 'Devices with a valid certificate, by outcome: admitted, or why not',
      labelNames: ['outcome'],
      registers,
    }),
    frames: new Counter({
      name: 'airfleet_ucentral_frames_total',
      help: 'Messages of devices, by outcome: taken, dropped, or why they were refused',
      labelNames: ['outcome'],
      registers,
    }),
    closes: new Counter({
      name: 'airfleet_ucentral_closes_total',
      help: 'Connections that ended, by reason',
      labelNames: ['reason'],
      registers,
    }),
    certificateDays: new Gauge({
      name: 'airfleet_ucentral_certificate_days',
      help: 'Days until the certificate of the server, an authority, a list of revoked certificates or the connected device that ends first is not valid any more',
      labelNames: ['of'],
      registers,
    }),
    reloads: new Counter({
      name: 'airfleet_ucentral_reloads_total',
      help: 'Readings of changed certificates, by outcome: loaded or refused',
      labelNames: ['outcome'],
      registers,
    }),
    unhealthy: new Gauge({
      name: 'airfleet_ucentral_unhealthy_devices',
      help: 'Connected devices that report a health below 100 per cent, by hardware part',
      labelNames: ['part'],
      registers,
    }),
  };
}
