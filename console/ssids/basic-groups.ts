import type { SsidField } from './ssid-field-kinds';

/** The settings that every SSID needs; who may join it is a choice of its own over these. */
export const BASIC_GROUPS: readonly { readonly title: string; readonly fields: readonly SsidField[] }[] = [
  {
    title: 'Name',
    fields: [
      {
        name: 'ssid_name',
        label: 'Name',
        kind: 'text',
        description: '1 to 32 bytes. SSIDs for different devices of the network can have the same name',
      },
      { name: 'is_enabled', label: 'Enabled', kind: 'flag' },
    ],
  },
  {
    title: 'Where',
    fields: [
      { name: 'radio_band', label: 'Radio band', kind: 'mode' },
      {
        name: 'associated_aps_and_tags',
        label: 'Only on these devices and tags',
        kind: 'targets',
        description: 'Empty: on every device of the network',
      },
      {
        name: 'v_lan_attributes.v_lan_id',
        label: 'VLAN',
        kind: 'vlan',
        description: '1 to 4094; empty: none',
      },
    ],
  },
];
