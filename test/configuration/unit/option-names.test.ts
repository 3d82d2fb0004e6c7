import { expect } from 'chai';
import { optionRefusal } from '../../../shared/configuration/records/domain/option-names.js';

function refused(names: string): string[] {
  return names.split(/\s+/).filter((name) => optionRefusal(name) !== null);
}

describe('the name of an option', () => {
  it('is not one that names a file, an interface or a program', () => {
    const names = `accept_mac_file wpa_psk_file hs20_t_c_filename eap_sim_db radius_req_attr_sqlite ctrl_interface
      ctrl_interface_group driver_params server_cert2 private_key_passwd dh_file pac_opaque_encr_key operator_icon
      logger_syslog no_probe_resp_if_seen_on radius_server_clients upnp_iface rsn_preauth_interfaces wds_bridge
      owe_transition_ifname snoop_iface hotplug_script hostapd_options hostapd_bss_options priv_key_pwd __proto__`;
    expect(refused(names)).to.deep.equal(names.split(/\s+/));
    expect(optionRefusal('vlan_file')).to.equal(
      'is an option that names a file or an interface or a program',
    );
  });

  it('is not one that changes the security of the SSID', () => {
    const names = `wpa wpa_key_mgmt rsn_pairwise ieee80211w auth_algs sae_password sae_pwe ignore_broadcast_ssid
      owe_transition_ssid eap_server ieee8021x macaddr_acl wep_key0 wps_state ap_pin encryption key key1 psk macfilter
      group_cipher beacon_prot ocv transition_disable multi_ap_backhaul_wpa_psk tls_flags disable_pmksa_caching`;
    expect(refused(names)).to.deep.equal(names.split(/\s+/));
    expect(optionRefusal('wpa')).to.equal('is an option that changes the security of the SSID');
  });

  it('is not one that airfleet sets itself', () => {
    const names = `ssid ssid2 bss bssid device network mode hidden isolate ap_isolate max_num_sta maxassoc wds_sta
      nas_identifier nasid auth_server_addr auth_secret acct_port radius_das_port dynamic_vlan vlan_naming dtim_period
      bss_transition rrm_neighbor_report ieee80211r mobility_domain ft_psk_generate_local r0kh r1_key_holder pmk_r1_push
      country_code channel channels chanlist htmode hw_mode vht_oper_chwidth op_class ieee80211ax supported_rates txpower`;
    expect(refused(names)).to.deep.equal(names.split(/\s+/));
    expect(optionRefusal('ssid')).to.equal('is an option that airfleet sets itself');
  });

  it('is any other', () => {
    expect(
      refused(`beacon_int disassoc_low_ack proxy_arp multicast_to_unicast vendor_elements okc wnm_sleep_mode time_zone
        time_advertisement interworking venue_name venue_url hs20_oper_friendly_name qos_map_set airtime_bss_weight
        tdls_prohibit max_listen_interval rts_threshold he_bss_color vht_capab short_preamble uapsd mcast_rate
        keychain modes`),
    ).to.deep.equal([]);
  });
});
