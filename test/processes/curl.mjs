#!/usr/bin/env node
// The few curl options that the README uses, so that its commands can be tested without curl. Unlike curl it fails on
// a status of 400 or more, and it writes each request to standard error.
const headers = new Headers();
const data = [];
let url;
let method;
for (let args = process.argv.slice(2); args.length > 0;) {
  const [option] = args.splice(0, 1);
  if (option === '-s') continue;
  if (option === '-X') method = args.shift();
  else if (option === '-H')
    headers.append(
      ...args
        .shift()
        .split(/:\s*(.*)/s)
        .slice(0, 2),
    );
  else if (option === '-d') data.push(args.shift());
  else url = option;
}
if (data.length > 0 && !headers.has('Content-Type')) {
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
}
const response = await fetch(url, {
  method: method ?? (data.length > 0 ? 'POST' : 'GET'),
  headers,
  ...(data.length > 0 ? { body: data.join('&') } : {}),
});
const text = await response.text();
process.stdout.write(`${text}\n`);
process.stderr.write(`${response.status} ${url}${response.ok ? '' : ` ${text}`}\n`);
process.exitCode = response.ok ? 0 : 22;
