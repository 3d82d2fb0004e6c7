// The types of datatables.js, which the server serves from a package (api/pages/assets.ts).
export { default } from 'datatables.net';
