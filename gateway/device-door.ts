import { WebSocketServer } from 'ws';
import type { GatewayDeps } from './deps.js';
import { Connections } from './connection/connections.js';
import { DeviceConnection } from './connection/device-connection.js';
import { admitDevice, type Admission } from './door/admit-device.js';
import { DeviceListener, type DeviceRequest } from './door/device-listener.js';
import { WaitingRoom } from './door/waiting-room.js';
import { isTrusted } from './tls/client-identity.js';
import type { LiveCertificates } from './tls/live-certificates.js';

const SUBPROTOCOL = 'ucentral-broker';
const MAX_MESSAGE = 1024 * 1024;

export interface DeviceDoor {
  readonly port: number;
  readonly connections: Connections;
  /** Accepts no more devices, and ends the connections evenly over a time. */
  drain(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Listens to devices that speak uCentral. @throws the system's error, such as EADDRINUSE */
export async function openDeviceDoor(deps: GatewayDeps, certificates: LiveCertificates): Promise<DeviceDoor> {
  const connections = new Connections(deps.gatewayMetrics);
  const waiting = new WaitingRoom();
  const websockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // A connection answers pings by itself, as long as the device reads the answers.
    autoPong: false,
    maxPayload: MAX_MESSAGE,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const connect = (request: DeviceRequest, admission: Admission): void => {
    websockets.handleUpgrade(request.request, request.socket, request.head, (socket) => {
      const connection = new DeviceConnection(deps, socket, admission, request.address, (ended) => {
        connections.remove(ended);
      });
      connections.add(connection);
    });
  };
  const answer = async (request: DeviceRequest): Promise<void> => {
    const { socket, address } = request;
    socket.on('error', () => undefined);
    const admission = await admitDevice(deps, request, certificates.current);
    if (socket.destroyed) return;
    if (admission === 'unknown') waiting.hold(socket, address);
    else if (typeof admission === 'string') socket.destroy();
    // The certificates may have changed while the device was looked up.
    else if (isTrusted(admission.identity, certificates.current)) connect(request, admission);
    else socket.destroy();
  };
  const listener = new DeviceListener(deps, certificates.current, (request) => void answer(request));
  certificates.onChange((changed) => {
    listener.use(changed);
    connections.closeUntrusted(changed);
  });
  const port = await listener.listen();
  return {
    port,
    connections,
    async drain(seconds) {
      listener.stopAccepting();
      waiting.close();
      await connections.drain(seconds);
    },
    async close() {
      connections.close();
      waiting.close();
      await listener.close();
    },
  };
}
