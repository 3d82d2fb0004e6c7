import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { TextField, type Form } from '../components/form';
import { coordinatesIn } from './coordinates';
import { LABELS, type PlaceValues } from './network-values';

/** Where a network is. A pair of coordinates that is pasted into one of the fields fills both. */
export function PlaceFields({ form }: { readonly form: Form<PlaceValues> }) {
  const { set } = form;
  return (
    <SpaceBetween size="m">
      <Header variant="h2" description="Networks with coordinates are on the map of the overview">
        Place
      </Header>
      <TextField form={form} name="address" label={LABELS.address} autoComplete={false} />
      <div
        className="side-by-side"
        onPaste={(event) => {
          const pasted = coordinatesIn(event.clipboardData.getData('text'));
          if (!pasted) return;
          event.preventDefault();
          set('latitude', pasted.latitude);
          set('longitude', pasted.longitude);
        }}
      >
        <TextField
          form={form}
          name="latitude"
          label={LABELS.latitude}
          description="Degrees north, such as 48.1371. A map on the web shows them for a place; paste both here"
          inputMode="decimal"
          autoComplete={false}
        />
        <TextField
          form={form}
          name="longitude"
          label={LABELS.longitude}
          description="Degrees east, such as 11.5754; west of Greenwich they are negative"
          inputMode="decimal"
          autoComplete={false}
        />
      </div>
    </SpaceBetween>
  );
}
