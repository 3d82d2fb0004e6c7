// The radios of the device, in place of those that nl80211 names.
let fs = require('fs');
return json(fs.readfile('/etc/phys.json'));
