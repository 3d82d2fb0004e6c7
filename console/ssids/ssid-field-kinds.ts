import type { MeaningWord, ModeName } from './meanings';
import type { Ssid } from './ssid';

type VLanField =
  | 'v_lan_attributes.name'
  | 'v_lan_attributes.v_lan_id'
  | 'v_lan_attributes.enable_dhcp_on_v_lan';

type ExtraField = `extras.${keyof NonNullable<Ssid['extras']>}`;

/** The name of a field in a request; the parts of v_lan_attributes and of extras are fields of their own. */
export type SsidFieldName =
  | Exclude<keyof Ssid, 'id' | 'network_id' | 'network_name' | 'v_lan_attributes' | 'extras'>
  | VLanField
  | ExtraField;

interface FieldText {
  readonly label: string;
  readonly description?: string;
  /** The choice without which the field has no effect: what another field means, or `yes` for a flag that is set. */
  readonly needs?: { readonly field: SsidFieldName; readonly values: readonly (MeaningWord | 'yes')[] };
}

/** A field whose number is chosen by its meaning. */
interface ModeField extends FieldText {
  readonly name: ModeName;
  readonly kind: 'mode';
}

interface OtherField extends FieldText {
  readonly name: SsidFieldName;
  /** How it is entered: `lines` is a list with an entry on each line, `pairs` a list with two parts on each line. */
  readonly kind:
    | 'text'
    | 'digits'
    | 'count'
    | 'flag'
    | 'key'
    | 'lines'
    | 'pairs'
    | 'targets'
    | 'radius'
    | 'vlan'
    | 'options';
}

export type SsidField = ModeField | OtherField;
