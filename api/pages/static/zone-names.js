/**
 * Browsers list some zones under the name they had decades ago. These are the names of today; the service takes both.
 * @type {Record<string, string>}
 */
const NAMES_OF_TODAY = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** @param {string} name */
function today(name) {
  const newer = NAMES_OF_TODAY[name];
  if (newer === undefined) return name;
  try {
    new Intl.DateTimeFormat('en', { timeZone: newer });
    return newer;
  } catch {
    return name;
  }
}

/** Every IANA zone this browser knows, UTC first. @returns {string[]} */
export function zoneNames() {
  const names = new Set(Intl.supportedValuesOf('timeZone').map(today));
  names.delete('UTC');
  return ['UTC', ...[...names].sort()];
}

/** The zone this browser is in. @returns {string} */
export function ownZone() {
  return today(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
