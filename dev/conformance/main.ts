/**
 * `npm run conformance -- ucentral PATH` checks configurations against a checkout of wlan-ucentral-schema, and with
 * PROGRAMS runs TIP's programs against the gateway;
 * `npm run conformance -- openwisp PATH` runs a checkout of openwisp-config against the service;
 * `npm run conformance -- PATH` runs the tests of MongoDB's specifications or of mongoose against the embedded stores.
 */
const [subject, path, programs] = process.argv.slice(2);
if (subject === 'ucentral') {
  const { checkUcentral } = await import('./ucentral.js');
  process.exitCode = await checkUcentral(path, programs);
} else if (subject === 'openwisp') {
  const { checkOpenwisp } = await import('./openwisp.js');
  process.exitCode = await checkOpenwisp(path);
} else await import('../../stand-in/conformance/main.js');
