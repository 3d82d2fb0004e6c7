import { useState } from 'react';
import type { Form } from '../components/form';
import type { SsidFieldName } from './ssid-field-kinds';
import type { SsidValues } from './ssid-values';

interface Edit {
  /** The stored value that the user saw. */
  readonly seen: string | boolean;
  readonly mine: string | boolean;
}

type Edits = Partial<Record<SsidFieldName, Edit>>;

/** A field that the user and another one have changed, to different values. */
export interface Conflict {
  readonly name: SsidFieldName;
  readonly theirs: string | boolean;
}

export interface Draft {
  readonly form: Form<SsidValues>;
  /** The values to send: only what the user has changed. */
  readonly changes: Partial<SsidValues>;
  readonly conflicts: readonly Conflict[];
  /** What is in conflict with values that have just been read. */
  readonly conflictsWith: (stored: SsidValues) => readonly Conflict[];
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  /** Forgets changes that have been stored. A field that the user has changed again since then keeps its new change. */
  readonly saved: (sent: Partial<SsidValues>) => void;
  readonly clear: () => void;
}

/**
 * The user's changes over the stored values. A field that the user has not changed shows what is stored now, so changes
 * of two users to different fields are both kept; different changes to one field are a conflict.
 */
export function useDraft(stored: SsidValues, error: unknown): Draft {
  const [edits, setEdits] = useState<Edits>({});
  const conflicts = conflictsOf(edits, stored);
  const mine = entriesOf(edits).filter(([name, edit]) => edit.mine !== stored[name]);
  const changes = Object.fromEntries(mine.map(([name, edit]) => [name, edit.mine])) as Partial<SsidValues>;
  return {
    form: {
      values: { ...stored, ...changes },
      error,
      set: (name, value) => {
        setEdits((old) => ({ ...old, [name]: { seen: old[name]?.seen ?? stored[name], mine: value } }));
      },
    },
    changes,
    conflicts,
    conflictsWith: (now) => conflictsOf(edits, now),
    keepMine: () => {
      const kept = entriesOf(edits).map(([name, edit]) => [name, { ...edit, seen: stored[name] }]);
      setEdits(Object.fromEntries(kept) as Edits);
    },
    takeTheirs: () => {
      const theirs = new Set(conflicts.map(({ name }) => name));
      setEdits(Object.fromEntries(entriesOf(edits).filter(([name]) => !theirs.has(name))));
    },
    saved: (sent) => {
      setEdits((old) => afterSaving(old, sent));
    },
    clear: () => {
      setEdits({});
    },
  };
}

function afterSaving(edits: Edits, sent: Partial<SsidValues>): Edits {
  const left = entriesOf(edits)
    .filter(([name, { mine }]) => mine !== sent[name])
    .map(([name, edit]) => [name, { ...edit, seen: sent[name] ?? edit.seen }]);
  return Object.fromEntries(left) as Edits;
}

function conflictsOf(edits: Edits, stored: SsidValues): Conflict[] {
  return entriesOf(edits)
    .filter(([name, { seen, mine }]) => stored[name] !== seen && stored[name] !== mine && mine !== seen)
    .map(([name]) => ({ name, theirs: stored[name] }));
}

function entriesOf(edits: Edits): [SsidFieldName, Edit][] {
  return Object.entries(edits) as [SsidFieldName, Edit][];
}
