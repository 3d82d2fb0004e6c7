import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { DemoApi } from './demo-api.js';

interface Event {
  readonly type: string;
  readonly data: {
    readonly rollout?: { readonly id: number; readonly name: string; readonly state: string };
    readonly configuration?: { readonly network_name: string };
    readonly devices?: readonly object[];
  };
}

export interface WebhookReceiver {
  close(): Promise<void>;
}

const PATH = '/demo-receiver';
/** Beside a rollout of hundreds of devices these would fill the terminal. */
const SILENT = ['upgrades.finished'];

/** Gets the events of the demo organisation on a port of this machine, verifies their signatures and prints them. */
export async function startWebhookReceiver(
  api: DemoApi,
  print: (line: string) => void,
): Promise<WebhookReceiver> {
  let verify: Webhook | null = null;
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => {
        if (verify === null) throw new Error('The webhook is not registered yet');
        const event = verify.verify(body, request.headers as Record<string, string>) as Event;
        if (!SILENT.includes(event.type)) print(`webhook: ${describe(event)} (signature verified)`);
        response.writeHead(204).end();
      })
      .catch(() => response.writeHead(400).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  verify = new Webhook(await api.registerWebhook(PATH, port));
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function describe({ type, data: { rollout, configuration, devices = [] } }: Event): string {
  if (rollout) return `${type}, rollout ${rollout.id} (${rollout.name}) is ${rollout.state}`;
  if (configuration) return `${type}, network ${configuration.network_name}`;
  return `${type}, devices: ${devices.length}`;
}
