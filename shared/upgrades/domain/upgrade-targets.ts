import { inScope, type Scope } from '../../access/domain/access.js';

const PREFIXES = { AP: 'device', network: 'network', tag: 'tag' } as const;

/** A job of the queue shows this many targets of its schedule, which may have thousands. */
export const SHOWN_TARGETS = 10;

export type TargetKind = (typeof PREFIXES)[keyof typeof PREFIXES];

/** Consecutive entries of one kind in `aps`, in their order. */
export interface TargetSegment {
  readonly kind: TargetKind;
  readonly ids: number[];
}

/** `segments` has the valid entries, also when others are malformed. */
export type ParsedTargets =
  | { readonly ok: true; readonly segments: TargetSegment[] }
  | { readonly ok: false; readonly segments: TargetSegment[]; readonly malformed: string[] };

/**
 * A move is committed up to this long after the time that it carries: it waits for the mutex of its organisation and is
 * repeated after conflicts. A search for devices that have joined since a time begins so much before it.
 */
export const MOVE_COMMITS_WITHIN_S = 120;

const ENTRY = /^(AP|network|tag):([1-9]\d{0,15})$/;

function parseEntry(entry: string): { kind: TargetKind; id: number } | null {
  const [, prefix, digits] = ENTRY.exec(entry) ?? [];
  const id = Number(digits);
  if (prefix === undefined || !Number.isSafeInteger(id)) return null;
  return { kind: PREFIXES[prefix as keyof typeof PREFIXES], id };
}

/**
 * Reads the `aps` of an upgrade request: `AP:<device id>`, `network:<network id>` and `tag:<tag id>`, with
 * positive ids. Of repeated entries the first counts. Every malformed entry is named once.
 */
export function parseTargets(aps: readonly string[]): ParsedTargets {
  const segments: TargetSegment[] = [];
  const malformed: string[] = [];
  for (const entry of new Set(aps)) {
    const target = parseEntry(entry);
    const last = segments.at(-1);
    if (target === null) malformed.push(entry);
    else if (last?.kind === target.kind) last.ids.push(target.id);
    else segments.push({ kind: target.kind, ids: [target.id] });
  }
  return malformed.length === 0 ? { ok: true, segments } : { ok: false, segments, malformed };
}

/** The segments without the entry of a device. */
export function withoutDevice(segments: readonly TargetSegment[], deviceId: number): TargetSegment[] {
  return segments
    .map(({ kind, ids }) => ({ kind, ids: kind === 'device' ? ids.filter((id) => id !== deviceId) : ids }))
    .filter(({ ids }) => ids.length > 0);
}

/** All ids of the segments by kind. */
export function targetIds(segments: readonly TargetSegment[]): {
  deviceIds: number[];
  networkIds: number[];
  tagIds: number[];
} {
  const of = (kind: TargetKind): number[] =>
    segments.flatMap((segment) => (segment.kind === kind ? segment.ids : []));
  return { deviceIds: of('device'), networkIds: of('network'), tagIds: of('tag') };
}

/** The fields of a device that decide whether a target includes it. */
export interface TargetedDevice {
  readonly id: number;
  readonly locationNetworkId: number | null;
  readonly tagIds: readonly number[];
}

/** Whether any segment includes the device by its id, its current network or a current tag. */
export function isStillTargeted(segments: readonly TargetSegment[], device: TargetedDevice): boolean {
  return segments.some(({ kind, ids }) => {
    switch (kind) {
      case 'device':
        return ids.includes(device.id);
      case 'network':
        return device.locationNetworkId !== null && ids.includes(device.locationNetworkId);
      case 'tag':
        return device.tagIds.some((tagId) => ids.includes(tagId));
    }
  });
}

/** The targets of a schedule, and the networks that its creator could change. */
export interface Targeting {
  readonly segments: readonly TargetSegment[];
  readonly scope: Scope;
}

/** The fields of a schedule that its targeting is read from. */
export interface ScheduleTargeting {
  readonly _id: number;
  readonly organisationId: number;
  readonly targets: readonly string[];
  readonly networkIds: readonly number[] | null;
  readonly includesUnassigned: boolean;
}

/** Reads the targeting of a schedule. @throws Error for malformed targets, which no schedule is created with */
export function targetingOf({
  _id,
  organisationId,
  targets,
  networkIds,
  includesUnassigned,
}: ScheduleTargeting): Targeting {
  const parsed = parseTargets(targets);
  if (!parsed.ok) throw new Error(`Schedule ${_id} has malformed targets: ${parsed.malformed.join(', ')}`);
  const scope = { organisationId, networkIds: networkIds ?? 'all', unassigned: includesUnassigned } as const;
  return { segments: parsed.segments, scope };
}

/** Whether a schedule includes a device: by its targets, and within the scope of its creator. */
export function isTargetedBy({ segments, scope }: Targeting, device: TargetedDevice): boolean {
  return inScope(scope, device.locationNetworkId) && isStillTargeted(segments, device);
}

/** A segment as callers write it, with entries separated by commas. Inverse of {@link parseTargets}. */
export function targetText(segment: TargetSegment): string {
  const prefix = segment.kind === 'device' ? 'AP' : segment.kind;
  return segment.ids.map((id) => `${prefix}:${id}`).join(',');
}
