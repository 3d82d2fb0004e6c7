import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { faultAt } from '../components/form';
import { useRemovalFocus } from '../components/removal-focus';
import { TargetPicker } from '../components/target-picker';
import { NEW_STAGE, type StageValues } from './rollout-values';

const KINDS = [
  { value: 'canary_per_part', label: 'Canaries of each part' },
  { value: 'count', label: 'Number of devices' },
  { value: 'percent', label: 'Percent of the devices' },
  { value: 'targets', label: 'Networks, tags or devices' },
] as const;

interface StagesFieldProps {
  readonly stages: readonly StageValues[];
  readonly onChange: (stages: readonly StageValues[]) => void;
  readonly error: unknown;
}

/** The stages in their order; each starts when the one before is done. */
export function StagesField({ stages, onChange, error }: StagesFieldProps) {
  const { list, removing } = useRemovalFocus('Remove', stages.length);
  return (
    <FormField label="Stages" errorText={faultAt(error, 'stages')} stretch>
      <div ref={list}>
        <SpaceBetween size="s">
          {stages.map((stage, index) => (
            <StageField
              key={index}
              stage={stage}
              number={index + 1}
              error={error}
              onChange={(patch) => {
                onChange(stages.map((each, at) => (at === index ? { ...each, ...patch } : each)));
              }}
              onRemove={
                stages.length > 1
                  ? () => {
                      removing(index);
                      onChange(stages.filter((_, at) => at !== index));
                    }
                  : undefined
              }
            />
          ))}
          <Button
            formAction="none"
            iconName="add-plus"
            onClick={() => {
              onChange([...stages, NEW_STAGE]);
            }}
          >
            Add a stage
          </Button>
        </SpaceBetween>
      </div>
    </FormField>
  );
}

interface StageFieldProps {
  readonly stage: StageValues;
  readonly number: number;
  readonly error: unknown;
  readonly onChange: (patch: Partial<StageValues>) => void;
  readonly onRemove: (() => void) | undefined;
}

function StageField({ stage, number, error, onChange, onRemove }: StageFieldProps) {
  const { kind, amount, targets, soak, approval } = stage;
  return (
    <div className="filters">
      <FormField label={`Stage ${number} covers`}>
        <Select
          options={KINDS}
          selectedOption={KINDS.find(({ value }) => value === kind) ?? null}
          expandToViewport
          onChange={({ detail }) => {
            onChange({ kind: detail.selectedOption.value as StageValues['kind'] });
          }}
        />
      </FormField>
      {kind === 'targets' ? (
        <TargetPicker
          label="Targets"
          path={`stages[${number - 1}].targets`}
          targets={targets}
          error={error}
          onChange={(chosen) => {
            onChange({ targets: chosen });
          }}
        />
      ) : (
        <FormField label={kind === 'percent' ? 'Percent' : 'Devices'}>
          <Input
            value={amount}
            inputMode="decimal"
            onChange={({ detail }) => {
              onChange({ amount: detail.value });
            }}
          />
        </FormField>
      )}
      <FormField label="Soak, in minutes">
        <Input
          value={soak}
          inputMode="numeric"
          onChange={({ detail }) => {
            onChange({ soak: detail.value });
          }}
        />
      </FormField>
      <Checkbox
        checked={approval}
        onChange={({ detail }) => {
          onChange({ approval: detail.checked });
        }}
      >
        Needs approval
      </Checkbox>
      {onRemove && (
        <Button
          formAction="none"
          iconName="remove"
          variant="icon"
          ariaLabel={`Remove stage ${number}`}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
