// One client on each interface.
let stations = {};
for (let name in keys(require('wifi.iface')))
	stations[name] = [ { station: '02:00:5e:00:00:02', rssi: -50, connected: 60, rx_bytes: 1000, tx_bytes: 2000 } ];
return stations;
