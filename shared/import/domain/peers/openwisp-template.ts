import type { Word } from '../../../configuration/domain/meanings.js';
import type { ConversionReport } from './conversion-report.js';
import { ExportValue } from './export-value.js';
import type { PeerSsid } from './peer-fleet.js';
import {
  applyRules,
  extra,
  flag,
  ignored,
  setVlan,
  SsidDraft,
  unmapped,
  word,
  wordIn,
  type ServerList,
  type SsidRules,
} from './ssid-rules.js';

/** The fields of `wireless` of an interface in NetJSON. */
const WIRELESS: SsidRules = {
  ssid: (value, draft) => {
    draft.ssid.values.ssid_name = value.text();
    if (value.text().includes('{{')) value.refuse('has a variable that the template has no default value of');
  },
  mode: ignored,
  radio: ignored,
  network: ignored,
  hidden: flag('is_hidden'),
  isolate: flag('is_isolate'),
  wds: flag('wds_enabled'),
  encryption: readEncryption,
  macfilter: word('mac_filter_policy', { disable: 'off', accept: 'allow', allow: 'allow', deny: 'deny' }),
  maclist: (value, { ssid }) => {
    ssid.values.acl_mac_list = value.list().map((mac) => mac.text());
  },
  maxassoc: (value, { ssid }) => {
    ssid.values.max_association = value.count();
  },
  ieee80211r: extra('fast_roaming'),
  ieee80211k: extra('neighbor_reports'),
  bss_transition: extra('bss_transition'),
  dtim_period: (value, draft) => {
    draft.setExtra('dtim_period', value.count());
  },
  wmm: ignored,
  bssid: unmapped('has no counterpart'),
  ack_distance: unmapped('has no counterpart'),
  rts_threshold: unmapped('has no counterpart'),
  frag_threshold: unmapped('has no counterpart'),
};

const PROTOCOLS: Readonly<Record<string, Word<'security_mode'>>> = {
  none: 'open',
  wpa_personal: 'wpa-wpa2-psk',
  wpa_personal_mixed: 'wpa-wpa2-psk',
  wpa2_personal: 'wpa2-psk',
  wpa3_personal: 'wpa3-sae',
  wpa3_personal_mixed: 'wpa2-psk-wpa3-sae',
  wpa_enterprise_mixed: 'wpa2-eap',
  wpa2_enterprise: 'wpa2-eap',
  wpa3_enterprise: 'wpa3-eap',
  wpa3_enterprise_mixed: 'wpa2-eap',
  owe: 'owe',
};

const CIPHERS: Readonly<Record<string, Word<'wpa_algorithm'>>> = {
  ccmp: 'ccmp',
  tkip: 'tkip',
  'tkip+ccmp': 'tkip+ccmp',
};

const CHANNELS_2G = 14;

/** The SSIDs of a template, which has NetJSON; the default values of its variables are put in. */
export function ssidsOfTemplate(
  template: ExportValue,
  report: ConversionReport,
  servers: ServerList,
): PeerSsid[] {
  const config = template.get('config');
  if (!config.isSet) return [];
  const defaults = template.get('default_values');
  const values = new Map(
    defaults.isObject ? defaults.members().map(([name, value]) => [name, value.raw]) : [],
  );
  const filled = new ExportValue(fill(config.raw, values), config.file, config.path);
  for (const [name, value] of filled.members()) {
    if (name !== 'interfaces' && value.isSet) report.add(value, 'is not converted');
  }
  const interfaces = filled.get('interfaces').listOrNone();
  return interfaces.flatMap((one) => {
    if (one.get('type').raw !== 'wireless') return [];
    const wireless = one.get('wireless');
    if (wireless.get('mode').raw !== 'access_point') {
      report.add(one, 'is left out: it is no access point');
      return [];
    }
    const draft = new SsidDraft(one, report, servers);
    applyRules(WIRELESS, wireless, draft);
    if (!wireless.has('encryption')) draft.ssid.words.security_mode = 'open';
    if (one.has('disabled') && one.get('disabled').flag()) draft.ssid.values.is_enabled = false;
    draft.ssid.values.is_enabled ??= true;
    readBand(filled, wireless.get('radio'), draft);
    readNetwork(interfaces, one, draft);
    return [draft.ssid];
  });
}

/** Puts values in the place of `{{ name }}`; a variable without a value stays. */
function fill(raw: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (typeof raw === 'string') {
    return raw.replace(/\{\{ *(\w+) *\}\}/g, (variable, name: string) => {
      const value = values.get(name);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : variable;
    });
  }
  if (Array.isArray(raw)) return raw.map((item) => fill(item, values));
  if (typeof raw !== 'object' || raw === null) return raw;
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, fill(value, values)]));
}

function readEncryption(value: ExportValue, draft: SsidDraft): void {
  const protocol = value.get('protocol');
  const mode = protocol.isSet ? wordIn(PROTOCOLS, protocol) : 'open';
  if (mode === undefined || (value.has('disabled') && value.get('disabled').flag())) {
    draft.turnOff(protocol, 'has no counterpart');
    return;
  }
  draft.ssid.words.security_mode = mode;
  const cipher = value.get('cipher');
  const algorithm = wordIn(CIPHERS, cipher);
  if (algorithm) draft.ssid.words.wpa_algorithm = algorithm;
  if (/_enterprise_mixed$/.test(protocol.textOrNone()))
    draft.report.add(protocol, 'is converted to WPA2, because EAP has no mode for two generations');
  if (mode === 'wpa2-eap' || mode === 'wpa3-eap') readServers(value, draft);
  else if (mode !== 'open' && mode !== 'owe') readKeyOf(value, draft);
}

function readKeyOf(encryption: ExportValue, draft: SsidDraft): void {
  const key = encryption.get('key');
  if (key.textOrNone().includes('{{'))
    draft.turnOff(key, 'has a variable that the template has no default value of');
  else draft.setKey(key);
}

function readServers(encryption: ExportValue, draft: SsidDraft): void {
  const accounting = encryption.get('acct_server');
  draft.servers.give(
    draft,
    [{ host: encryption.get('server'), port: encryption.get('port'), secret: encryption.get('key') }],
    accounting.isSet
      ? [
          {
            host: accounting,
            port: encryption.get('acct_server_port'),
            secret: encryption.get('acct_server_key'),
          },
        ]
      : [],
  );
}

/** A radio has a band, or a channel or a protocol that tells it. */
function readBand(config: ExportValue, name: ExportValue, draft: SsidDraft): void {
  const radio = config
    .get('radios')
    .listOrNone()
    .find((one) => one.get('name').raw === name.raw);
  const band = radio && bandOf(radio);
  if (band) draft.ssid.words.radio_band = band;
  else draft.report.add(name, 'has a band that the template does not tell: the SSID is on all bands');
}

function bandOf(radio: ExportValue): Word<'radio_band'> | null {
  const band = wordIn<Word<'radio_band'>>({ '2g': '2g', '5g': '5g', '6g': '6g' }, radio.get('band'));
  if (band) return band;
  const channel = radio.get('channel');
  if (channel.isSet) return channel.count() <= CHANNELS_2G ? '2g' : '5g';
  const protocol = radio.get('protocol').textOrNone();
  if (protocol === '802.11a' || protocol === '802.11ac') return '5g';
  return protocol === '802.11b' || protocol === '802.11g' ? '2g' : null;
}

/** The VLAN of the bridge of the SSID: its member `eth0.20`. Only `lan` needs none. */
function readNetwork(interfaces: readonly ExportValue[], one: ExportValue, draft: SsidDraft): void {
  const networks = one.get('wireless').get('network');
  const names = networks.isList ? networks.list().map((item) => item.text()) : [networks.textOrNone()];
  for (const name of names.filter((item) => item !== '' && item !== 'lan')) {
    const bridge = interfaces.find(
      (other) => other.get('type').raw === 'bridge' && other.get('network').raw === name,
    );
    const member = bridge
      ?.get('bridge_members')
      .listOrNone()
      .find((item) => /\.\d+$/.test(item.text()));
    const tag = member && new ExportValue(member.text().split('.').at(-1), member.file, member.path);
    if (tag) setVlan(draft, tag, name);
    else draft.turnOff(networks, 'names a network whose VLAN the template does not tell');
  }
}
