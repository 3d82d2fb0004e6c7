import { isIP } from 'node:net';
import { readKey } from '../../../ssids/domain/ssid-values.js';
import type { MeaningField, Word } from '../../../configuration/domain/meanings.js';
import type { ConversionReport } from './conversion-report.js';
import type { ExportValue } from './export-value.js';
import type { PeerServer, PeerSsid, SsidWords } from './peer-fleet.js';

/** An SSID that is being converted. */
export class SsidDraft {
  readonly ssid: PeerSsid;

  constructor(
    from: ExportValue,
    readonly report: ConversionReport,
    readonly servers: ServerList,
    network = '',
  ) {
    this.ssid = { from, network, words: {}, values: {}, tags: [], auth: null, acct: null };
  }

  /** Turns the SSID off: without what has no counterpart, it would admit others than before. */
  turnOff(value: ExportValue, reason: string): void {
    this.ssid.values.is_enabled = false;
    this.report.add(value, `${reason}: the SSID is off`);
  }

  setExtra(name: string, value: unknown): void {
    this.ssid.values.extras = { ...(this.ssid.values.extras as object | undefined), [name]: value };
  }

  setKey(value: ExportValue): void {
    const key = value.textOrNone();
    if (key === '') this.turnOff(value, 'is not in the export');
    else if (readKey(key).ok) this.ssid.values.wpa_key = key;
    else this.turnOff(value, 'must be 8 to 63 printable ASCII characters or 64 hexadecimal digits');
  }
}

/** Brings one field of an exported record into a draft. @param record the whole record, for fields that go together */
export type SsidRule = (value: ExportValue, draft: SsidDraft, record: ExportValue) => void;

/** How each field of a peer's SSID is converted; a field that is not in it is reported. */
export type SsidRules = Readonly<Record<string, SsidRule>>;

export function applyRules(rules: SsidRules, record: ExportValue, draft: SsidDraft): void {
  for (const [name, value] of record.members()) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule && value.raw !== null) rule(value, draft, record);
    else if (!rule && value.isSet) draft.report.add(value, 'is not known to this conversion');
  }
}

/** The field says nothing about the SSID, or another rule reads it. */
export const ignored: SsidRule = () => undefined;

/** What the field sets has no counterpart. */
export function unmapped(reason: string): SsidRule {
  return (value, { report }) => {
    if (value.isSet) report.add(value, reason);
  };
}

export const name: SsidRule = (value, { ssid }) => {
  ssid.values.ssid_name = value.text();
};

type FlagField =
  | 'is_enabled'
  | 'is_hidden'
  | 'is_isolate'
  | 'wallgarden'
  | 'wds_enabled'
  | 'acc_radius_enabled';

export function flag(field: FlagField): SsidRule {
  return (value, { ssid }) => {
    // One that a rule has turned off stays off, whatever the order of the fields.
    ssid.values[field] = value.flag() && !(field === 'is_enabled' && ssid.values.is_enabled === false);
  };
}

export function extra(
  field: 'fast_roaming' | 'neighbor_reports' | 'bss_transition' | 'dynamic_vlan',
): SsidRule {
  return (value, draft) => {
    if (value.flag()) draft.setExtra(field, true);
  };
}

/** The word of a peer's value. A value that is not in the table is reported and leaves the field unset. */
export function word<Field extends MeaningField & keyof SsidWords>(
  field: Field,
  words: Readonly<Record<string, Word<Field>>>,
): SsidRule {
  return (value, draft) => {
    const found = wordIn(words, value);
    if (found === undefined) draft.report.add(value, 'has no counterpart');
    else Object.assign(draft.ssid.words, { [field]: found });
  };
}

export function wordIn<W>(words: Readonly<Record<string, W>>, value: ExportValue): W | undefined {
  const text = value.textOrNone();
  return Object.hasOwn(words, text) ? words[text] : undefined;
}

/** A rate for each client: one for both directions. */
export function setClientRate(draft: SsidDraft, down: ExportValue, up: ExportValue): void {
  const [most, least] = [down, up].map((value) => (value.isSet && value.raw !== -1 ? value.count() : 0)) as [
    number,
    number,
  ];
  draft.ssid.values.per_user_qos = most || least || null;
  if (most !== least && least > 0 && most > 0)
    draft.report.add(up, 'differs from the rate down, which counts for both directions');
}

export function setVlan(draft: SsidDraft, value: ExportValue, vlanName: string | null = null): void {
  const id = value.count();
  if (id >= 1 && id <= 4094) draft.ssid.values.v_lan_attributes = { v_lan_id: id, name: vlanName };
  else draft.turnOff(value, 'is no VLAN from 1 to 4094');
}

const AUTH_PORT = 1812;
const ACCT_PORT = 1813;

/** A RADIUS server as an export has it. */
export interface ServerSource {
  readonly host: ExportValue;
  readonly port: ExportValue;
  readonly secret: ExportValue;
}

/** The RADIUS servers of an export. */
export class ServerList {
  private readonly servers = new Map<string, PeerServer>();

  /** Gives an SSID its servers: of each kind the first, because an SSID has one. */
  give(draft: SsidDraft, auth: readonly ServerSource[], acct: readonly ServerSource[]): void {
    for (const spare of [...auth.slice(1), ...acct.slice(1)])
      draft.report.add(spare.host, 'is one server too many: an SSID has one');
    const [login, accounting] = [auth[0], acct[0]].map((one) =>
      one && isAddress(one.host, draft) ? one : undefined,
    );
    const isOneHost = login && accounting?.host.raw === login.host.raw;
    if (login)
      draft.ssid.auth = this.find(draft, login, login.port, isOneHost ? accounting?.port : undefined);
    if (accounting && isOneHost) draft.ssid.acct = draft.ssid.auth;
    else if (accounting) draft.ssid.acct = this.find(draft, accounting, undefined, accounting.port);
    draft.ssid.values.acc_radius_enabled = draft.ssid.acct !== null;
  }

  private find(
    { report }: SsidDraft,
    { host, secret }: ServerSource,
    auth: ExportValue | undefined,
    acct: ExportValue | undefined,
  ): PeerServer {
    const [authPort, acctPort] = [portOf(auth, AUTH_PORT), portOf(acct, ACCT_PORT)];
    const address = host.text();
    const isUsual = authPort === AUTH_PORT && acctPort === ACCT_PORT;
    const serverName = isUsual ? address : `${address} ${authPort}/${acctPort}`;
    const text = secret.textOrNone() || null;
    const server = this.servers.get(serverName) ?? {
      from: host,
      name: serverName,
      host: address,
      authPort,
      acctPort,
      secret: text,
    };
    this.servers.set(serverName, server);
    if (text !== null && server.secret !== null && text !== server.secret)
      report.add(secret, 'differs from the secret of another SSID for the server, which is kept');
    server.secret ??= text;
    if (text === null) report.add(host, 'comes without its secret: set it in airfleet');
    return server;
  }
}

function portOf(port: ExportValue | undefined, usual: number): number {
  return port?.isSet ? port.count() : usual;
}

function isAddress(host: ExportValue, draft: SsidDraft): boolean {
  if (isIP(host.text()) !== 0) return true;
  draft.turnOff(host, 'is the name of a RADIUS server, which airfleet knows by address');
  return false;
}
