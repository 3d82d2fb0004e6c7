/** Why the name of an option is refused, as it follows the name in a message. */
const REFUSALS = {
  written: 'is an option that airfleet sets itself',
  names: 'is an option that names a file or an interface or a program',
  weakens: 'is an option that changes the security of the SSID',
} as const;

/**
 * Names of options of hostapd and of wireless sections of UCI that no request may set; `*` is any text. Both lists of
 * options refuse all of them, as most names mean the same in both.
 */
const REFUSED_NAMES: { readonly [Reason in keyof typeof REFUSALS]: string } = {
  names: `
    _* *_file *_file2 *_files *filename *_path path *_dir *_db *_sqlite *socket* *script* *program* *command* *_cmd exec*
    *hotplug* ctrl_interface* *_interface *_interfaces *_iface *_ifname *_bridge interface ifname bridge driver* *_dev
    *_cert *_cert2 *private_key* priv_key* dh_params pac_* *_icon logger_* *_seen_on engine* pkcs11* radius_server_clients
    *_options proto phy`,
  weakens: `
    wpa* rsn_* ieee80211w* ieee8021x auth_algs sae* owe* eap* erp* fils* dpp* wps* wep* tls_* check_* openssl* osen ocv
    ignore_* encryption key key1 key2 key3 key4 *cipher* *password* *passphrase* *passwd* *secret* psk *_psk
    beacon_prot transition_disable extended_key_id disable_pmksa_caching assoc_sa_query_* ap_pin ap_setup_locked
    skip_cred_build extra_cred multi_ap* macaddr_acl macfilter maclist identity anonymous_identity server_id corrupt_*
    config_methods pbc_* pwd_group`,
  written: `
    bss bssid macaddr use_driver_iface_addr ssid ssid2 utf8_ssid start_disabled disabled device mode network type wds wds_*
    hidden isolate ap_isolate max_num_sta maxassoc ap_max_inactivity max_inactivity skip_inactivity_poll nas* own_ip_addr ownip
    auth_* acct_* radius_* server port dae_* dynamic_vlan vlan* per_sta_vif dtim_period bss_transition rrm_*
    ieee80211r ieee80211k ieee80211v mobility_domain reassociation_deadline ft_* r0* r1* pmk_r1_push rkh_* country*
    channel channels chanlist freqlist hw_mode hwmode htmode band op_class ht_capab vht_oper_* he_oper_* eht_oper_* ieee80211d ieee80211h
    ieee80211n ieee80211ac ieee80211ax ieee80211be supported_rates basic_rate* legacy_rates txpower`,
};

const PATTERNS = Object.entries(REFUSED_NAMES).map(([reason, names]) => ({
  text: REFUSALS[reason as keyof typeof REFUSALS],
  pattern: new RegExp(`^(?:${names.trim().replaceAll('*', '.*').split(/\s+/).join('|')})$`),
}));

/** Why an option of this name is not accepted; null when it is. */
export function optionRefusal(name: string): string | null {
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.text ?? null;
}
