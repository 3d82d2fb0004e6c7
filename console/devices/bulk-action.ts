import type { Rights } from '../app/me';
import type { Right } from '../components/allowed';

interface BulkActionText {
  readonly label: string;
  /** The effect in words. */
  readonly effect: string;
  /** The right that it needs. */
  readonly right: Right;
}

const ACTIONS = {
  assign: { label: 'Move', effect: 'The devices move to a network.', right: 'change' },
  tag: { label: 'Add tags', effect: 'The devices get these tags.', right: 'change' },
  untag: { label: 'Remove tags', effect: 'The devices lose these tags.', right: 'change' },
  apply_template: {
    label: 'Apply template',
    effect:
      'The uplinks of a template replace those of the devices, on one device of each network and hardware part first.',
    right: 'change',
  },
  radio: {
    label: 'Set radios',
    effect:
      'The access points get these settings of their radios, one of each network and hardware part first. An empty field leaves what they have.',
    right: 'change',
  },
  upgrade: {
    label: 'Upgrade',
    effect:
      'The firmware of the devices is upgraded, all at the same time. A rollout goes in stages instead.',
    right: 'change',
  },
  release: {
    label: 'Release',
    effect: 'The devices leave their networks and stay in the organisation.',
    right: 'change',
  },
  remove: {
    label: 'Remove from inventory',
    effect: 'The devices leave the organisation, and their open upgrades end. This cannot be undone.',
    right: 'manage_inventory',
  },
} as const satisfies Record<string, BulkActionText>;

export type BulkAction = keyof typeof ACTIONS;

/** What can be done with many devices at once. */
export const BULK_ACTIONS: Readonly<Record<BulkAction, BulkActionText>> = ACTIONS;

/** The actions that the rights allow. */
export function allowedActions(rights: Rights, among: readonly BulkAction[] = ALL): readonly BulkAction[] {
  return among.filter((action) => rights[BULK_ACTIONS[action].right]);
}

const ALL = Object.keys(ACTIONS) as BulkAction[];
