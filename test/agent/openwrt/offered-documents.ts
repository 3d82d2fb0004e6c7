import { AgentBox, type AgentRun, type Shell } from '../agent-box.js';
import { documentOf, type Entry, MAC, radiosOf } from '../document.js';
import { Front } from '../front.js';
import { OpenWrtMachine } from './machine.js';

export interface Offer {
  readonly wireless?: readonly Entry[];
  readonly radios?: Parameters<typeof radiosOf>[0];
  readonly uplinks?: readonly { type: string; settings: Readonly<Record<string, string | number>> }[];
  readonly name?: string;
  readonly timeZone?: string;
}

/** An agent on OpenWrt, and a service that offers it documents as no API would make them, and confirms each. */
export class OfferedDocuments {
  document = '';

  private constructor(
    readonly front: Front,
    readonly box: AgentBox,
    readonly machine: OpenWrtMachine,
  ) {}

  static async make(
    shell: Shell,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<OfferedDocuments> {
    const front = await Front.open('http://127.0.0.1');
    const box = await AgentBox.make({
      shell,
      settings: { BACKEND: 'openwrt', URL: front.url, MAC, ...settings },
    });
    await box.writeKey('key');
    const offered = new OfferedDocuments(front, box, await OpenWrtMachine.make(box));
    front.interfere = ({ method, body }) => ({ status: 200, body: offered.#answer(method, body) });
    return offered;
  }

  /** Lets the agent apply a document, and returns what it leaves out. */
  async apply(offer: Offer): Promise<unknown> {
    const { code, stderr } = await this.offer(offer);
    if (code !== 0) throw new Error(`The document was not applied: ${code} ${stderr}`);
    await this.once();
    const report = this.front.report() ?? {};
    if (report['drifted'] !== false) throw new Error('The agent reports drift');
    return report['left_out'];
  }

  /** Lets the agent fetch a document. */
  offer({ wireless = [{}], radios = {}, uplinks = [], name, timeZone }: Offer): Promise<AgentRun> {
    this.document = documentOf(wireless, {
      radios: radiosOf(radios),
      uplinks,
      device: { id: 6, mac_id: MAC, name: name ?? 'OpenWrt', part_number: 'MR-330' },
      time_zone: timeZone ?? 'UTC',
    });
    return this.once();
  }

  once(): Promise<AgentRun> {
    return this.machine.once();
  }

  close(): Promise<void> {
    return this.front.close();
  }

  #answer(method: string, body: string): string {
    if (method === 'GET') return this.document;
    const { revision } = (JSON.parse(body) as { configuration: { revision: string | null } }).configuration;
    const fetch = revision === null || !this.document.includes(revision);
    return JSON.stringify({ configuration: { confirmed: revision, fetch }, next_heartbeat_in: 60 });
  }
}
