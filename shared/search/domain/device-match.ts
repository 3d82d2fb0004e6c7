import type { DeviceRecord } from '../../inventory/models/device.js';

/** Values that a device of a list must have; an absent field is not compared. */
export interface DeviceMatch {
  readonly tagId?: number | undefined;
  readonly partNumber?: string | undefined;
  readonly version?: string | undefined;
  /** The device is one of these, which are few. */
  readonly ids?: readonly number[] | undefined;
}

export const ANY_DEVICE: DeviceMatch = {};

/** The condition of one value of a match, and the index that leads to the devices that meet it. */
export interface MatchedField {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly index: string;
  readonly holds: (
    device: Pick<DeviceRecord, '_id' | 'tagIds' | 'partNumber' | 'firmwareVersion'>,
  ) => boolean;
}

/** The conditions of a match. Each index has the devices of one value in order of id. */
export function matchedFields({ tagId, partNumber, version, ids }: DeviceMatch): MatchedField[] {
  const fields: MatchedField[] = [];
  if (ids !== undefined) {
    const among = new Set(ids);
    fields.push({
      // Apart from the id of a cursor.
      filter: { $and: [{ _id: { $in: [...ids] } }] },
      index: '_id_',
      holds: ({ _id }) => among.has(_id),
    });
  }
  if (tagId !== undefined)
    fields.push({
      filter: { tagIds: tagId },
      index: 'tag_id',
      holds: ({ tagIds }) => tagIds.includes(tagId),
    });
  if (partNumber !== undefined)
    fields.push({
      filter: { partNumber },
      index: 'part_id',
      holds: (device) => device.partNumber === partNumber,
    });
  if (version !== undefined)
    fields.push({
      filter: { firmwareVersion: version },
      index: 'version_id',
      holds: (device) => device.firmwareVersion === version,
    });
  return fields;
}
