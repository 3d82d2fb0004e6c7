// The objects that OpenWrt has on its bus and the programs of TIP ask.
let fs = require('fs');
let ubus = require('ubus');
let uloop = require('uloop');

uloop.init();
let bus = ubus.connect();
let started = time();

bus.publish('system', {
	info: {
		call: function(request) {
			let memory = { total: 268435456, free: 134217728, shared: 0, buffered: 1048576, available: 0, cached: 33554432 };
			request.reply({ localtime: time(), uptime: time() - started + 1, load: [ 6554, 3277, 0 ], memory });
		},
		args: {},
	},
	validate_firmware_image: {
		call: function(request) {
			let image = fs.readfile(request.args.path) ?? '';
			request.reply({ valid: match(image, /^image /) ? true : false, tests: {}, forceable: false, allow_backup: true });
		},
		args: { path: '' },
	},
});
/** The radios and the SSIDs of UCI as netifd shows them. */
function wireless() {
	let uci = require('uci').cursor();
	let radios = {};
	uci.foreach('wireless', 'wifi-device', (radio) => {
		radios[radio['.name']] = { up: true, pending: false, config: { path: radio.path, band: radio.band ?? '' }, interfaces: [] };
	});
	uci.foreach('wireless', 'wifi-iface', (ssid) => {
		let name = ssid['.name'];
		let network = type(ssid.network) == 'array' ? ssid.network : [ ssid.network ];
		push(radios[ssid.device]?.interfaces ?? [], { section: name, ifname: name, config: { network, ssid: ssid.ssid, mode: 'ap' } });
	});
	return radios;
}

bus.publish('network.wireless', { status: { call: (request) => request.reply(wireless()), args: {} } });
bus.publish('state', {
	set: {
		call: function(request) {
			fs.writefile('/tmp/leds', request.args.state);
			request.reply({});
		},
		args: { state: '', duration: 0 },
	},
	reload: { call: (request) => request.reply({}), args: {} },
});
// The interface of an untagged upstream network, as the renderer names it.
let upstream = { up: true, uptime: 60, device: 'up', proto: 'dhcp', 'ipv4-address': [ { address: '192.0.2.2', mask: 24 } ] };
bus.publish('network.interface.up0v0', { status: { call: (request) => request.reply(upstream), args: {} } });
bus.publish('service', { list: { call: (request) => request.reply({}), args: {} } });
bus.publish('network.device', { status: { call: (request) => request.reply({}), args: {} } });
uloop.run();
