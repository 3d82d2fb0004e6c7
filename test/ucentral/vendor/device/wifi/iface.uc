// The interfaces of the SSIDs in UCI, in place of those that nl80211 names.
let uci = require('uci').cursor();
let phys = require('wifi.phy');
let interfaces = {};
uci.foreach('wireless', 'wifi-iface', (ssid) => {
	let phy = phys[uci.get('wireless', ssid.device, 'path')];
	if (!phy || !ssid.ssid)
		return;
	interfaces[ssid['.name']] = {
		ssid: ssid.ssid,
		bssid: '02:00:5e:00:00:01',
		mode: 'ap',
		channel: [ phy.channels[0] ],
		frequency: [ phy.frequencies[0] ],
		ch_width: '20',
		tx_power: 20,
	};
});
return interfaces;
