/**
 * `npm run conformance -- ucentral PATH` checks configurations against a checkout of wlan-ucentral-schema;
 * `npm run conformance -- PATH` runs the tests of MongoDB's specifications or of mongoose against the embedded stores.
 */
const [subject, path] = process.argv.slice(2);
if (subject === 'ucentral') {
  const { checkUcentral } = await import('./ucentral.js');
  process.exitCode = await checkUcentral(path);
} else await import('../../stand-in/conformance/main.js');
