/** A target or an exclusion of a rollout in words, with the screen of what it names. */
export interface TargetText {
  readonly text: string;
  readonly path: string | null;
}

/** The names of networks, tags and parts by their ids. */
export interface TargetNames {
  readonly networks: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, string>;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'devices whose upgrade failed',
  expired: 'devices whose upgrade expired',
  upgraded: 'devices that were upgraded',
};

/** Such as "tag lobby" for `tag:2`; a record that the user does not see by its number. */
export function targetText(target: string, { networks, tags, parts }: TargetNames): TargetText {
  const [kind = '', id = '', outcome = ''] = target.split(':');
  switch (kind) {
    case 'all':
      return { text: 'all devices', path: '/devices' };
    case 'network':
      return { text: `network ${networks.get(id) ?? id}`, path: `/networks/${id}` };
    case 'tag':
      return { text: `tag ${tags.get(id) ?? id}`, path: `/devices?tag_id=${id}` };
    case 'part': {
      // The number of a part may have a colon.
      const part = target.slice('part:'.length);
      return {
        text: `part ${parts.get(part) ?? part}`,
        path: `/devices?part_number=${encodeURIComponent(part)}`,
      };
    }
    case 'AP':
      return { text: `device ${id}`, path: `/devices/${id}` };
    case 'rollout':
      return { text: `${OUTCOMES[outcome] ?? 'devices'} in rollout ${id}`, path: `/rollouts/${id}` };
    default:
      return { text: target, path: null };
  }
}
