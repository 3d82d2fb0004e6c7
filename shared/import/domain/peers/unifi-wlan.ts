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
  type ServerSource,
  type SsidDraft,
  type SsidRule,
  type SsidRules,
} from './ssid-rules.js';
import { isOfSite, type UnifiRecords } from './unifi-records.js';

/** The fields of a WLAN of UniFi Network. @param records what it refers to */
export function unifiWlanRules(records: UnifiRecords): SsidRules {
  return {
    _id: ignored,
    site_id: ignored,
    name,
    enabled: flag('is_enabled'),
    security: readSecurity,
    x_passphrase: ignored,
    wpa_mode: ignored,
    wpa3_support: ignored,
    wpa3_transition: ignored,
    wpa3_enhanced_192: ignored,
    wpa3_fast_roaming: ignored,
    wpa_enc: ignored,
    pmf_mode: unmapped('has no counterpart: the security mode decides about protected frames'),
    hide_ssid: flag('is_hidden'),
    l2_isolation: (value, { ssid }) => {
      if (value.flag()) ssid.values.is_isolate = true;
    },
    is_guest: guestRule(records),
    networkconf_id: networkRule(records),
    vlan_enabled: ignored,
    vlan: (value, draft, record) => {
      if (record.get('vlan_enabled').raw === true) setVlan(draft, value);
    },
    wlan_bands: (value, draft) => {
      const bands = value.list().map((band) => band.text());
      const band = BANDS[bands.sort().join('+')];
      if (band === undefined) draft.report.add(value, 'has no counterpart: the SSID is on all bands');
      draft.ssid.words.radio_band = band ?? 'all';
    },
    wlan_band: (value, draft, record) => {
      if (!record.has('wlan_bands'))
        word('radio_band', { '2g': '2g', '5g': '5g', both: '2g+5g' })(value, draft, record);
    },
    mac_filter_enabled: ignored,
    mac_filter_policy: (value, draft, record) => {
      if (record.get('mac_filter_enabled').raw === true)
        word('mac_filter_policy', { allow: 'allow', deny: 'deny' })(value, draft, record);
    },
    mac_filter_list: (value, { ssid }) => {
      ssid.values.acl_mac_list = value.list().map((mac) => mac.text());
    },
    radiusprofile_id: radiusRule(records),
    nas_identifier: unmapped('has no counterpart: set nas_identifier of the RADIUS server'),
    nas_identifier_type: ignored,
    radius_mac_auth_enabled: (value, draft) => {
      if (value.flag()) draft.turnOff(value, 'has no counterpart');
    },
    radius_das_enabled: unmapped('has no counterpart'),
    radius_macacl_format: ignored,
    radius_macacl_empty_password: ignored,
    usergroup_id: usergroupRule(records),
    fast_roaming_enabled: extra('fast_roaming'),
    bss_transition: extra('bss_transition'),
    rrm_enabled: extra('neighbor_reports'),
    dtim_mode: (value, draft, record) => {
      if (value.raw !== 'custom') return;
      const [low, high] = [record.get('dtim_ng'), record.get('dtim_na')];
      draft.setExtra('dtim_period', low.count());
      if (high.isSet && high.count() !== low.count())
        draft.report.add(high, 'differs from dtim_ng, which counts for all bands');
    },
    dtim_ng: ignored,
    dtim_na: ignored,
    dtim_6e: ignored,
    ap_group_mode: (value, { report }) => {
      if (value.raw !== 'all')
        report.add(value, 'has no counterpart: all access points of the site have the SSID');
    },
    ap_group_ids: ignored,
    wlangroup_id: ignored,
    schedule_enabled: unmapped('has no counterpart: the SSID is on at all times'),
    schedule: ignored,
    schedule_reversed: ignored,
    schedule_with_duration: ignored,
    private_preshared_keys_enabled: unmapped('has no counterpart: the SSID has one key'),
    private_preshared_keys: ignored,
    sae_psk: unmapped('has no counterpart: the SSID has one key'),
    sae_groups: ignored,
    sae_anti_clogging: ignored,
    sae_sync: ignored,
    sae_psk_vlan_required: ignored,
    minrate_ng_enabled: unmapped('has no counterpart: set legacy_rates of the radios'),
    minrate_na_enabled: unmapped('has no counterpart'),
    minrate_ng_data_rate_kbps: ignored,
    minrate_na_data_rate_kbps: ignored,
    minrate_ng_advertising_rates: ignored,
    minrate_na_advertising_rates: ignored,
    minrate_setting_preference: ignored,
    setting_preference: ignored,
    group_rekey: unmapped('has no counterpart'),
    proxy_arp: unmapped('has no counterpart'),
    uapsd_enabled: unmapped('has no counterpart'),
    mcastenhance_enabled: unmapped('has no counterpart'),
    no2ghz_oui: unmapped('has no counterpart'),
    mlo_enabled: unmapped('has no counterpart'),
    hotspot2conf_enabled: unmapped('has no counterpart'),
    hotspot2: ignored,
    x_iapp_key: ignored,
    iapp_enabled: ignored,
    auth_cache: ignored,
    b_supported: ignored,
    country_beacon: ignored,
    element_adopt: ignored,
    name_combine_enabled: ignored,
    name_combine_suffix: ignored,
    bc_filter_enabled: unmapped('has no counterpart'),
    bc_filter_list: ignored,
    wep_idx: ignored,
    x_wep: ignored,
  };
}

const BANDS: Readonly<Record<string, Word<'radio_band'> | undefined>> = {
  '2g': '2g',
  '5g': '5g',
  '6g': '6g',
  '2g+5g': '2g+5g',
  '2g+5g+6g': 'all',
};

function readSecurity(value: ExportValue, draft: SsidDraft, record: ExportValue): void {
  const isOn = (field: string): boolean => record.get(field).raw === true;
  const { words } = draft.ssid;
  switch (value.text()) {
    case 'open':
      words.security_mode = 'open';
      break;
    case 'wpapsk':
      words.security_mode = pskMode(record, isOn);
      if (words.security_mode === 'wpa-wpa2-psk') words.wpa_algorithm = 'tkip+ccmp';
      draft.setKey(record.get('x_passphrase'));
      break;
    case 'wpaeap':
      words.security_mode = isOn('wpa3_support') && !isOn('wpa3_transition') ? 'wpa3-eap' : 'wpa2-eap';
      if (isOn('wpa3_enhanced_192')) words.wpa_algorithm = 'gcmp-256';
      if (isOn('wpa3_transition'))
        draft.report.add(
          record.get('wpa3_transition'),
          'is converted to WPA2, because EAP has no mode for two generations',
        );
      break;
    default:
      draft.turnOff(value, 'has no counterpart');
  }
}

function pskMode(record: ExportValue, isOn: (field: string) => boolean): Word<'security_mode'> {
  if (isOn('wpa3_support')) return isOn('wpa3_transition') ? 'wpa2-psk-wpa3-sae' : 'wpa3-sae';
  return ['auto', 'wpa1'].includes(record.get('wpa_mode').textOrNone()) ? 'wpa-wpa2-psk' : 'wpa2-psk';
}

function byId(records: readonly ExportValue[], id: ExportValue): ExportValue | undefined {
  return records.find((one) => one.get('_id').raw === id.raw);
}

/** Without its network, the SSID would be in that of the access points. */
function networkRule({ networkconf }: UnifiRecords): SsidRule {
  return (value, draft) => {
    if (!value.isSet) return;
    const network = byId(networkconf, value);
    if (!network) draft.turnOff(value, 'names no network of the files: add rest/networkconf');
    else if (network.get('vlan_enabled').raw === true || network.get('vlan').isSet)
      setVlan(draft, network.get('vlan'), network.get('name').text());
  };
}

function usergroupRule({ usergroup }: UnifiRecords): SsidRule {
  return (value, draft) => {
    if (!value.isSet) return;
    const group = byId(usergroup, value);
    if (!group) draft.report.add(value, 'names no group of the files: add rest/usergroup for its rates');
    else setClientRate(draft, group.get('qos_rate_max_down'), group.get('qos_rate_max_up'));
  };
}

function radiusRule({ radiusprofile }: UnifiRecords): SsidRule {
  return (value, draft, record) => {
    if (record.get('security').raw !== 'wpaeap') return;
    const profile = byId(radiusprofile, value);
    if (!profile) {
      draft.turnOff(value, 'names no profile of the files: add rest/radiusprofile');
      return;
    }
    const accounting = profile.get('accounting_enabled').raw === true;
    draft.servers.give(
      draft,
      profile.get('auth_servers').list().map(serverOf),
      accounting ? profile.get('acct_servers').listOrNone().map(serverOf) : [],
    );
    if (profile.get('vlan_enabled').raw === true) draft.setExtra('dynamic_vlan', true);
  };
}

function serverOf(server: ExportValue): ServerSource {
  return { host: server.get('ip'), port: server.get('port'), secret: server.get('x_secret') };
}

/** Guests are kept apart; their portal is a setting of the site. */
function guestRule({ setting }: UnifiRecords): SsidRule {
  return (value, draft) => {
    if (!value.flag()) return;
    const { ssid } = draft;
    ssid.values.is_isolate = true;
    const portal = setting.find(
      (one) => one.get('key').raw === 'guest_access' && isOfSite(one, ssid.network),
    );
    if (!portal) {
      draft.turnOff(value, 'may have a portal: add rest/setting');
      return;
    }
    if (portal.get('portal_enabled').raw !== true) return;
    const auth = portal.get('auth');
    if (auth.raw !== 'none') {
      draft.turnOff(auth, 'has no counterpart');
      return;
    }
    ssid.words.captive_portal = 'click';
    const url = portal.get('redirect_url');
    if (portal.get('redirect_enabled').raw === true && url.isSet)
      Object.assign(ssid.values, { overwrite_success_url: true, success_url: url.text() });
    draft.report.add(value, 'has a portal without its page: set splash_url');
  };
}
