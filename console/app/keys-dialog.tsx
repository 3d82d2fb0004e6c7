import Box from '@cloudscape-design/components/box';
import Modal from '@cloudscape-design/components/modal';
import { RouteLink } from '../components/route-link';
import { SCREENS } from './screens';

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['Ctrl K', 'Find a device, network or tag'],
  ['/', 'Go to the filter of the list'],
  ['?', 'Show this list'],
  ['Esc', 'Close the dialog'],
  ...SCREENS.flatMap(({ key, title }) => (key === undefined ? [] : ([[`g ${key}`, title]] as const))),
];

/** The keyboard shortcuts. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal visible header="Keyboard shortcuts" onDismiss={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <Box variant="code">{keys}</Box>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      Single-key shortcuts can be switched off in the{' '}
      <RouteLink to="/settings" onClick={onClose}>
        settings
      </RouteLink>
      .
    </Modal>
  );
}
