import { useEffect, useState, type RefObject } from 'react';
import { faultAt } from '../components/form';
import { ADVANCED_GROUPS, SSID_FIELDS } from './ssid-groups';

interface OpenGroups {
  readonly isOpen: (title: string) => boolean;
  readonly toggle: (title: string, isOpen: boolean) => void;
}

/** Which groups are open: those that the user opens, and those with a field that the service refuses. */
export function useOpenGroups(error: unknown): OpenGroups {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<unknown>(null);
  if (error !== seen) {
    setSeen(error);
    const refused = ADVANCED_GROUPS.filter(({ fields }) =>
      fields.some(({ name }) => faultAt(error, name) !== undefined),
    );
    setOpen(new Set([...open, ...refused.map(({ title }) => title)]));
  }
  return {
    isOpen: (title) => open.has(title),
    toggle: (title, isOpen) => {
      setOpen(new Set(isOpen ? [...open, title] : [...open].filter((other) => other !== title)));
    },
  };
}

/** Focuses the first field that the service refuses; a field is inside an element that names it in `data-field`. */
export function useFaultFocus(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    const refused = new Set<string>(
      SSID_FIELDS.filter(({ name }) => faultAt(error, name) !== undefined).map(({ name }) => name),
    );
    const fields = form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
    const first = [...fields].find(({ dataset }) => refused.has(dataset['field'] ?? ''));
    const control =
      first?.querySelector<HTMLElement>('[aria-invalid=true]') ??
      first?.querySelector<HTMLElement>('input, textarea, button');
    control?.focus();
  }, [form, error]);
}
