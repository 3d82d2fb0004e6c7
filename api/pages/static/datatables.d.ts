// What the server serves as datatables.js (api/pages/assets.ts).
export { default } from 'datatables.net';
