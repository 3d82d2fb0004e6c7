import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { PartRadio } from '../../shared/inventory/domain/part-radio.js';
import { uuidOfMac } from '../../shared/openwisp/domain/device-uuid.js';
import { watchSecret } from '../fixtures/log-watch.js';

export interface AgentReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

type Form = Readonly<Record<string, string>>;

/** The radios of a hardware part in these tests. */
export const RADIOS: PartRadio[] = [
  { name: 'radio0', band: '5g', standard: 'vht' },
  { name: 'radio1', band: '2g', standard: 'ht' },
];

/** Sends one request as curl does for openwisp-config: parameters of a POST as a form. */
export async function askController(
  url: string,
  method: string,
  path: string,
  form?: Form,
): Promise<AgentReply> {
  const response = await fetch(new URL(path, url), {
    method,
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

/** What the agent of openwisp-config reads of the answer to a registration. */
export function registeredIn(text: string): { uuid: string; key: string; isNew: string } {
  const valueOf = (name: string): string => new RegExp(`^${name}: (\\S+)$`, 'm').exec(text)?.[1] ?? '';
  return { uuid: valueOf('uuid'), key: valueOf('key'), isNew: valueOf('is-new') };
}

/** What the agent sends to register. The key that it proposes is made of the MAC and the secret. */
export function registration(secret: string, mac: string, model: string): Form {
  const key = createHash('md5').update(`${mac}+${secret}`).digest('hex');
  return {
    backend: 'netjsonconfig.OpenWrt',
    key,
    secret,
    name: 'OpenWrt',
    hardware_id: '',
    mac_address: mac,
    tags: '',
    model,
    os: 'OpenWrt 23.05.3',
    system: 'MediaTek MT7621',
  };
}

/** A device that speaks OpenWISP's protocol over HTTP, with the state that openwisp-config keeps. */
export class OpenwispAgent {
  /** Of the last archive that it has applied, or tried to. */
  private checksum = '';
  /** Of the last archive that it has applied, which outlasts a restart. */
  private applied = '';

  constructor(
    private readonly api: { readonly url: string },
    mac: string,
    readonly key: string,
    private readonly base = '/controller',
    readonly uuid = uuidOfMac(mac),
  ) {
    watchSecret(key);
  }

  poll(): Promise<AgentReply> {
    return this.ask('GET', `checksum/${this.uuid}/?key=${this.key}`);
  }

  download(): Promise<AgentReply> {
    return this.ask('GET', `download-config/${this.uuid}/?key=${this.key}`);
  }

  report(status: string): Promise<AgentReply> {
    const form = { key: this.key, status, error_reason: `could not apply wpa_passphrase=${this.key}` };
    return this.ask('POST', `report-status/${this.uuid}/`, form);
  }

  updateInfo(os: string): Promise<AgentReply> {
    return this.ask('POST', `update-info/${this.uuid}/`, { key: this.key, model: 'M', os, system: 'S' });
  }

  /** The checksum that it is sent, which must be one. */
  async told(): Promise<string> {
    const { status, text } = await this.poll();
    expect(status, text).to.equal(200);
    expect(text).to.match(/^[0-9a-f]{32}$/);
    return text;
  }

  /**
   * One cycle: asks for the checksum, and gets, tests and reports another archive. Its test is a second poll.
   * @returns the files that it was given; null: nothing has changed
   */
  async cycle(outcome: 'applied' | 'error' = 'applied'): Promise<ReadonlyMap<string, string> | null> {
    const told = await this.told();
    if (told === this.checksum) return null;
    this.checksum = told;
    const { status, bytes } = await this.download();
    expect(status).to.equal(200);
    expect(createHash('md5').update(bytes).digest('hex')).to.equal(told);
    if (outcome === 'applied') {
      await this.poll();
      this.applied = told;
    }
    const reported = await this.report(outcome);
    expect(reported.status, reported.text).to.equal(200);
    return filesIn(bytes);
  }

  /** Starts again, before it asks. */
  restart(): void {
    this.checksum = this.applied;
  }

  private ask(method: string, path: string, form?: Form): Promise<AgentReply> {
    return askController(this.api.url, method, `${this.base}/${path}`, form);
  }
}

const BLOCK = 512;

/** The files of a gzipped tar archive by their paths. */
function filesIn(archive: Buffer): Map<string, string> {
  const tar = gunzipSync(archive);
  const files = new Map<string, string>();
  for (let at = 0; tar[at] !== 0;) {
    const field = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    files.set(field(0, 100), tar.toString('utf8', at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
