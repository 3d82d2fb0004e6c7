import type { Client, Reply } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { sendHeartbeat } from '../../fixtures/records/test-service.js';

export interface ConfigurationAnswer {
  readonly confirmed: string | null;
  readonly fetch: boolean;
}

export interface FetchedBody {
  readonly revision: string;
  readonly [member: string]: unknown;
}

/** A device that reports its configuration and fetches it, over HTTP. */
export class ConfiguredDevice {
  constructor(
    private readonly service: { readonly api: Client },
    readonly device: TestDevice,
  ) {}

  /** Sends a heartbeat with a report; a device that runs a revision has applied it. */
  async report(
    revision: string | null,
    more: object = {},
    via: Client = this.service.api,
  ): Promise<ConfigurationAnswer> {
    const state = revision === null ? null : 'applied';
    const configuration = { revision, state, ...more };
    const reply = await sendHeartbeat(via, this.device, { configuration });
    if (reply.status !== 200) throw new Error(`A heartbeat was answered with ${reply.status}: ${reply.text}`);
    return (reply.body as { configuration: ConfigurationAnswer }).configuration;
  }

  fetch(headers: Record<string, string> = {}, via: Client = this.service.api): Promise<Reply> {
    const { macId, deviceKey } = this.device;
    return via.call('GET', '/device/v1/configuration', {
      query: { mac_id: macId },
      headers: { Authorization: `Bearer ${deviceKey}`, ...headers },
    });
  }

  /** Fetches the document, which must be given. */
  async document(via?: Client): Promise<FetchedBody> {
    const reply = await this.fetch({}, via);
    if (reply.status !== 200) throw new Error(`A fetch was answered with ${reply.status}: ${reply.text}`);
    return reply.body;
  }

  /** Repeats a report until the service says what is expected of fetching: it learns of edits within a second. */
  async untilFetch(expected: boolean, revision: string | null, more: object = {}): Promise<void> {
    await eventually(
      `fetch is ${expected}`,
      async () => (await this.report(revision, more)).fetch === expected,
    );
  }
}
