#!/bin/sh
# radius.sh SECRET: starts the site's RADIUS server, again with another secret. Every user of PEAP has the password
# `correct horse`; those of TLS have a certificate of its CA; the keys are public and protect nothing. The user `blue` is in
# VLAN 30, `green` in VLAN 40. What it is notified of sessions is in /run/radius/accounting.
radius=/run/radius
certificates=/usr/lib/airfleet-air/radius
/usr/lib/airfleet-air/stop.sh "$radius/pid"
mkdir -p "$radius"
rm -f "$radius/log" "$radius/accounting"
# The server wants one item a line.
cat > "$radius/radiusd.conf" << END
name = radius
prefix = /usr
exec_prefix = /usr
localstatedir = $radius
run_dir = $radius
libdir = /usr/lib/freeradius
logdir = $radius
pidfile = $radius/pid
hostname_lookups = no
log {
	destination = files
	file = $radius/log
	auth = yes
}
security {
	reject_delay = 0
	allow_vulnerable_openssl = yes
}
thread pool {
	start_servers = 1
	max_servers = 2
	min_spare_servers = 1
	max_spare_servers = 2
}
client site {
	ipaddr = 192.0.2.0/24
	secret = "$1"
}
modules {
	mschap {
	}
	linelog {
		filename = $radius/accounting
		format = "%{Acct-Status-Type} %{User-Name} %{NAS-Identifier}"
	}
	eap {
		default_eap_type = peap
		tls-config site {
			private_key_file = $certificates/server.key
			certificate_file = $certificates/server.pem
			ca_file = $certificates/ca.pem
			tls_min_version = "1.2"
			tls_max_version = "1.2"
			ecdh_curve = "prime256v1"
		}
		tls {
			tls = site
		}
		peap {
			tls = site
			default_eap_type = mschapv2
			virtual_server = inner
		}
		mschapv2 {
		}
	}
}
server default {
	listen {
		type = auth
		ipaddr = *
		port = 1812
	}
	listen {
		type = acct
		ipaddr = *
		port = 1813
	}
	authorize {
		eap
	}
	authenticate {
		eap
	}
	post-auth {
		if (&User-Name == "blue") {
			update reply {
				Tunnel-Type := VLAN
				Tunnel-Medium-Type := IEEE-802
				Tunnel-Private-Group-Id := "30"
			}
		}
		if (&User-Name == "green") {
			update reply {
				Tunnel-Type := VLAN
				Tunnel-Medium-Type := IEEE-802
				Tunnel-Private-Group-Id := "40"
			}
		}
	}
	accounting {
		linelog
	}
}
server inner {
	authorize {
		update control {
			Cleartext-Password := "correct horse"
		}
		mschap
		eap
	}
	authenticate {
		Auth-Type MS-CHAP {
			mschap
		}
		eap
	}
}
END
chmod -R go-w "$radius"
ip netns exec site freeradius -d "$radius" && exit
cat "$radius/log"
exit 1
