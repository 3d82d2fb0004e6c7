/** The passphrase that seals the secrets of a fleet file, where one is set. */
export function exportPassphrase(): { exportPassphrase?: string } {
  const passphrase = process.env['AIRFLEET_EXPORT_PASSPHRASE'] ?? '';
  return passphrase === '' ? {} : { exportPassphrase: passphrase };
}
