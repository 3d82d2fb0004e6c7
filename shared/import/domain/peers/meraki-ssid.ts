import type { Word } from '../../../configuration/domain/meanings.js';
import type { ExportValue } from './export-value.js';
import {
  extra,
  flag,
  ignored,
  name,
  setClientRate,
  setVlan,
  unmapped,
  word,
  wordIn,
  type ServerSource,
  type SsidDraft,
  type SsidRules,
} from './ssid-rules.js';

/** The fields of an SSID of the Dashboard API v1. */
export const MERAKI_SSID: SsidRules = {
  number: ignored,
  name,
  enabled: flag('is_enabled'),
  authMode: readSecurity,
  encryptionMode: ignored,
  wpaEncryptionMode: ignored,
  psk: ignored,
  visible: (value, { ssid }) => {
    ssid.values.is_hidden = !value.flag();
  },
  availableOnAllAps: ignored,
  availabilityTags: (value, { ssid }, record) => {
    const isEverywhere = record.get('availableOnAllAps').raw !== false;
    if (!isEverywhere) ssid.tags = value.list().map((tag) => tag.text());
  },
  bandSelection: (value, draft, record) => {
    word('radio_band', BANDS)(value, draft, record);
    if (value.raw === 'Dual band operation with Band Steering')
      draft.report.add(value, 'is converted without band steering, which has no counterpart');
  },
  ipAssignmentMode: (value, draft) => {
    draft.ssid.words.ssid_mode = 'bridge';
    const mode = value.text();
    if (mode === 'Layer 3 roaming') draft.report.add(value, 'is converted as a bridge');
    else if (mode !== 'Bridge mode')
      draft.turnOff(value, 'has no counterpart: give the SSID a VLAN, or a router with addresses of its own');
  },
  useVlanTagging: ignored,
  vlanId: readVlan,
  defaultVlanId: readVlan,
  apTagsAndVlanIds: unmapped('has no counterpart: an SSID has one VLAN'),
  lanIsolationEnabled: flag('is_isolate'),
  perClientBandwidthLimitDown: (value, draft, record) => {
    setClientRate(draft, value, record.get('perClientBandwidthLimitUp'));
  },
  perClientBandwidthLimitUp: ignored,
  perSsidBandwidthLimitDown: (value, { ssid }) => {
    if (value.isSet) Object.assign(ssid.values, { enable_ssid_qos: true, ssid_qos: value.count() });
  },
  perSsidBandwidthLimitUp: (value, { report }, record) => {
    if (value.isSet && value.raw !== record.get('perSsidBandwidthLimitDown').raw)
      report.add(value, 'differs from the rate down, which counts for both directions');
  },
  radiusEnabled: ignored,
  radiusServers: (value, draft, record) => {
    const accounting = record.get('radiusAccountingEnabled').raw === true;
    draft.servers.give(
      draft,
      value.list().map(serverOf),
      accounting ? record.get('radiusAccountingServers').listOrNone().map(serverOf) : [],
    );
  },
  radiusAccountingEnabled: ignored,
  radiusAccountingServers: ignored,
  radiusAccountingInterimInterval: (value, { ssid }) => {
    if (value.isSet) ssid.values.default_interim_time = value.count();
  },
  radiusOverride: extra('dynamic_vlan'),
  radiusGuestVlanEnabled: unmapped('has no counterpart'),
  radiusGuestVlanId: ignored,
  radiusAttributeForGroupPolicies: unmapped('has no counterpart: there are no group policies'),
  radiusFailoverPolicy: unmapped('has no counterpart: an SSID has one server'),
  radiusLoadBalancingPolicy: unmapped('has no counterpart: an SSID has one server'),
  radiusServerTimeout: unmapped('has no counterpart'),
  radiusServerAttemptsLimit: unmapped('has no counterpart'),
  radiusFallbackEnabled: unmapped('has no counterpart: an SSID has one server'),
  radiusCoaEnabled: unmapped('has no counterpart'),
  radiusProxyEnabled: unmapped('has no counterpart: access points ask the server themselves'),
  radiusTestingEnabled: unmapped('has no counterpart'),
  radiusCalledStationId: unmapped('has no counterpart'),
  radiusAuthenticationNasId: unmapped('has no counterpart: set nas_identifier of the RADIUS server'),
  splashPage: readPortal,
  splashUrl: ignored,
  adminSplashUrl: ignored,
  splashTimeout: unmapped('has no counterpart'),
  walledGardenEnabled: flag('wallgarden'),
  walledGardenRanges: (value, { ssid }) => {
    ssid.values.walled_garden_range = value.isList
      ? value
          .list()
          .map((range) => range.text())
          .join(' ')
      : value.text();
  },
  dot11r: (value, draft) => {
    if (value.get('enabled').raw === true) draft.setExtra('fast_roaming', true);
  },
  dot11w: unmapped('has no counterpart: the security mode decides about protected frames'),
  minBitrate: unmapped('has no counterpart: set legacy_rates of the radios'),
  mandatoryDhcpEnabled: unmapped('has no counterpart'),
  ssidAdminAccessible: ignored,
  speedBurst: unmapped('has no counterpart'),
  dnsRewrite: unmapped('has no counterpart'),
  namedVlans: unmapped('has no counterpart'),
  gre: unmapped('has no counterpart'),
  localRadius: unmapped('has no counterpart'),
  concentratorNetworkId: unmapped('has no counterpart'),
  secondaryConcentratorNetworkId: unmapped('has no counterpart'),
};

const BANDS: Readonly<Record<string, Word<'radio_band'>>> = {
  'Dual band operation': '2g+5g',
  'Dual band operation with Band Steering': '2g+5g',
  '5 GHz band only': '5g',
};

const WITH_KEY: Readonly<Record<string, Word<'security_mode'>>> = {
  'WPA1 only': 'wpa-wpa2-psk',
  'WPA1 and WPA2': 'wpa-wpa2-psk',
  'WPA2 only': 'wpa2-psk',
  'WPA3 Transition Mode': 'wpa2-psk-wpa3-sae',
  'WPA3 only': 'wpa3-sae',
};

const WITH_ACCOUNTS: Readonly<Record<string, Word<'security_mode'>>> = {
  'WPA1 and WPA2': 'wpa2-eap',
  'WPA2 only': 'wpa2-eap',
  'WPA3 Transition Mode': 'wpa2-eap',
  'WPA3 only': 'wpa3-eap',
  'WPA3 192-bit Security': 'wpa3-eap',
};

const WITHOUT_KEY: Readonly<Record<string, Word<'security_mode'>>> = { open: 'open', 'open-enhanced': 'owe' };

function readSecurity(value: ExportValue, draft: SsidDraft, record: ExportValue): void {
  const auth = value.text();
  const encryption = record.get('wpaEncryptionMode');
  const open = wordIn(WITHOUT_KEY, value);
  const words = auth === 'psk' ? WITH_KEY : WITH_ACCOUNTS;
  const mode = open ?? (auth === 'psk' || auth === '8021x-radius' ? wordIn(words, encryption) : undefined);
  if (mode === undefined || record.get('encryptionMode').raw === 'wep') {
    draft.turnOff(open || auth === 'psk' ? encryption : value, 'has no counterpart');
    return;
  }
  draft.ssid.words.security_mode = mode;
  if (encryption.raw === 'WPA3 192-bit Security') draft.ssid.words.wpa_algorithm = 'gcmp-256';
  if (mode === 'wpa-wpa2-psk') draft.ssid.words.wpa_algorithm = 'tkip+ccmp';
  if (mode === 'wpa2-eap' && encryption.raw !== 'WPA2 only')
    draft.report.add(encryption, 'is converted to WPA2, because EAP has no mode for two generations');
  if (auth === 'psk') draft.setKey(record.get('psk'));
}

function readVlan(value: ExportValue, draft: SsidDraft, record: ExportValue): void {
  if (record.get('useVlanTagging').raw === true && value.isSet) setVlan(draft, value);
}

function serverOf(server: ExportValue): ServerSource {
  return { host: server.get('host'), port: server.get('port'), secret: server.get('secret') };
}

function readPortal(value: ExportValue, draft: SsidDraft, record: ExportValue): void {
  const { ssid } = draft;
  const page = value.text();
  if (page === 'None') return;
  const portals: Readonly<Record<string, Word<'captive_portal'>>> = {
    'Click-through splash page': 'click',
    'Password-protected with custom RADIUS': 'radius',
  };
  const portal = wordIn(portals, value);
  if (portal === undefined) {
    draft.turnOff(value, 'has no counterpart');
    return;
  }
  ssid.words.captive_portal = portal;
  const url = [record.get('splashUrl'), record.get('adminSplashUrl')].find((one) => one.isSet);
  if (url) ssid.values.splash_url = url.text();
  else draft.report.add(value, 'comes without its page: set splash_url');
}
