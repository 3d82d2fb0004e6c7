/** The rows of the table of transitions that only upgrades of rollouts take. */
export const ROLLOUT_ROWS: readonly string[] = [
  'Queued → Pending: offerMissed',
  'Queued → Expired: notBegun',
  'Queued → Expired: rolloutEnded',
  'Queued → Cancelled: leftTarget',
  'Queued → Cancelled: cancelledByCaller',
  'Downloading → Expired: recalledAtEnd',
];
