import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { SelectField, TextField, type Form } from '../components/form';
import { OptionsField } from '../components/options-field';
import { BAND_NAMES, BANDS, WIDTHS, type Band, type BandValues, type RadioValues } from './radio-values';

interface RadioFieldsProps {
  readonly form: Form<RadioValues>;
  /** Where the settings are in the request. */
  readonly path: string;
  /** What an empty field means. */
  readonly unset: string;
}

/** The country, and the settings of each band. */
export function RadioFields({ form, path, unset }: RadioFieldsProps) {
  return (
    <SpaceBetween size="l">
      <TextField
        form={form}
        name="country"
        path={`${path}.country`}
        label="Country"
        description="Two letters, such as DE: its regulation applies to channels and power"
        placeholder={unset}
      />
      {BAND_NAMES.map((band) => (
        <BandFields
          key={band}
          form={formOf(form, band)}
          band={band}
          path={`${path}.bands.${band}`}
          unset={unset}
        />
      ))}
    </SpaceBetween>
  );
}

/** The form of one band within that of all. */
function formOf({ values, set, error }: Form<RadioValues>, band: Band): Form<BandValues> {
  return {
    values: values[band],
    error,
    set: (name, value) => {
      set(band, { ...values[band], [name]: value });
    },
  };
}

interface BandFieldsProps extends Omit<RadioFieldsProps, 'form'> {
  readonly form: Form<BandValues>;
  readonly band: Band;
}

function BandFields({ form, band, path, unset }: BandFieldsProps) {
  const name = BANDS[band];
  const flag = [
    { value: '', label: unset },
    { value: 'true', label: 'On' },
    { value: 'false', label: 'Off' },
  ];
  const widths = [
    { value: '', label: unset },
    ...WIDTHS[band].map((width) => ({ value: width, label: `${width} MHz` })),
  ];
  return (
    <SpaceBetween size="s">
      <Header variant="h3">{name}</Header>
      <div className="side-by-side">
        <SelectField
          form={form}
          name="enabled"
          path={`${path}.enabled`}
          label={`Radios at ${name}`}
          options={flag}
        />
        <TextField
          form={form}
          name="channel"
          path={`${path}.channel`}
          label={`Channel at ${name}`}
          placeholder={unset}
          description="A number, or auto"
        />
        <TextField
          form={form}
          name="channels"
          path={`${path}.channels`}
          label={`Channels to choose among at ${name}`}
          placeholder={unset}
          description="Numbers with commas; with channel auto only"
        />
        <SelectField
          form={form}
          name="width"
          path={`${path}.width_mhz`}
          label={`Width at ${name}`}
          options={widths}
        />
        <TextField
          form={form}
          name="power"
          path={`${path}.power_dbm`}
          label={`Power at ${name}`}
          placeholder={unset}
          description="0 to 30 dBm, or auto"
        />
        {band === '2g' && (
          <SelectField
            form={form}
            name="legacyRates"
            path={`${path}.legacy_rates`}
            label="Rates of 802.11b"
            options={flag}
          />
        )}
      </div>
      <OptionsField
        // Its values are texts, as those of the field are.
        form={form as unknown as Form<Record<string, string>>}
        name="options"
        path={`${path}.options`}
        place={` at ${name}`}
        label={`Advanced options at ${name}`}
        description="What airfleet has no setting for. Names that it sets itself are refused"
      />
    </SpaceBetween>
  );
}
