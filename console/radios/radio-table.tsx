import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { describeOptions, optionsToText } from '../components/option-rows';
import { BAND_NAMES, BANDS, type Band, type Radio } from './radio-values';

type BandSettings = Radio['bands'][Band];

interface Row {
  readonly band: Band;
  readonly cellOf: (name: keyof BandSettings) => string;
  readonly country: string;
}

interface RadioTableProps {
  readonly title: string;
  readonly description?: string;
  readonly radio: Radio;
  /** The settings that apply where `radio` has none. */
  readonly inherited?: Radio | null;
}

/** The settings of each band, with which of them are inherited. */
export function RadioTable({ title, description, radio, inherited }: RadioTableProps) {
  const text = <T,>(own: T | null, ofNetwork: T | null | undefined, write: (value: T) => string): string => {
    if (own !== null) return inherited === undefined ? write(own) : `${write(own)} (own)`;
    return ofNetwork === null || ofNetwork === undefined
      ? 'That of the device'
      : `${write(ofNetwork)} (network)`;
  };
  const rows = BAND_NAMES.map((band): Row => {
    const [own, ofNetwork] = [radio.bands[band], inherited?.bands[band]];
    return {
      band,
      cellOf: (name) => text(own[name], ofNetwork?.[name], WORDS[name] as (value: unknown) => string),
      country: text(radio.country, inherited?.country, String),
    };
  });
  const column = (name: keyof BandSettings, header: string) => ({
    id: name,
    header,
    cell: ({ cellOf }: Row) => cellOf(name),
  });
  return (
    <Table<Row>
      variant="embedded"
      items={rows}
      ariaLabels={{ tableLabel: title }}
      header={
        <Header variant="h2" description={description}>
          {title}
        </Header>
      }
      columnDefinitions={[
        { id: 'band', header: 'Band', isRowHeader: true, cell: ({ band }) => BANDS[band] },
        { id: 'country', header: 'Country', cell: ({ country }) => country },
        column('enabled', 'Radios'),
        column('channel', 'Channel'),
        column('channels', 'Chosen among'),
        column('width_mhz', 'Width'),
        column('power_dbm', 'Power'),
        column('legacy_rates', '802.11b'),
        column('options', 'Options'),
      ]}
    />
  );
}

const onOff = (value: boolean): string => (value ? 'On' : 'Off');

const WORDS: { readonly [Name in keyof BandSettings]: (value: NonNullable<BandSettings[Name]>) => string } = {
  enabled: onOff,
  channel: String,
  channels: (channels) => channels.join(', '),
  width_mhz: (width) => `${width} MHz`,
  power_dbm: (power) => (typeof power === 'number' ? `${power} dBm` : power),
  legacy_rates: onOff,
  options: (options) => describeOptions(optionsToText(options)),
};
