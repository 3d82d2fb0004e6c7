// ucode render.uc CONFIG: what TIP's validator and renderer say of a configuration, and the commands of UCI that they make.
REQUIRE_SEARCH_PATH = [ '/usr/lib/ucode/*.so', '/usr/share/ucentral/*.uc', ...REQUIRE_SEARCH_PATH ];
import * as schemareader from 'schemareader';
let fs = require('fs');
let renderer = require('renderer');
let logs = [];
let state = schemareader.validate(json(fs.readfile(ARGV[0])), logs);
let batch = state ? renderer.render(state, logs) : '';
printf('%J', { logs, batch });
