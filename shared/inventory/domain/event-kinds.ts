export const EVENT_KINDS = ['came_up', 'went_down', 'moved', 'changed_version', 'configured'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
