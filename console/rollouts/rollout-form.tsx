import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { ErrorBar } from '../components/error-bar';
import { CheckField, SelectField, TextField, type Form as FormState } from '../components/form';
import { TargetPicker } from '../components/target-picker';
import { ZONES } from '../components/time-zone';
import { usePartTargets, useTargetNames } from '../pickers/pickers';
import { WindowsField } from '../windows/hours-fields';
import { useVersions } from './releases';
import { LABELS, settingsOf, type RolloutValues, type Settings } from './rollout-values';
import { StagesField } from './stages-field';

interface RolloutFormProps {
  readonly title: string;
  readonly form: FormState<RolloutValues>;
  /** Above the fields. */
  readonly notice?: ReactNode;
  readonly isBusy: boolean;
  /** Saves the draft, and shows its preview if that is wanted. */
  readonly onSave: (settings: Settings, isPreviewWanted: boolean) => void;
}

const GATE_ACTIONS = [
  { value: 'pause', label: 'Pause' },
  { value: 'rollback', label: 'Pause and roll back' },
];

/** What, to whom, how and when. */
export function RolloutForm({ title, form, notice, isBusy, onSave }: RolloutFormProps) {
  const { values, set, error } = form;
  const { latest, options: versions } = useVersions();
  const known = useTargetNames();
  const parts = usePartTargets();
  const save = (isPreviewWanted: boolean) => () => {
    onSave(settingsOf(values, latest), isPreviewWanted);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(true)();
      }}
    >
      <Form
        header={<Header variant="h1">{title}</Header>}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button formAction="none" disabled={isBusy} onClick={save(false)}>
              Save as draft
            </Button>
            <Button variant="primary" loading={isBusy}>
              Preview
            </Button>
          </SpaceBetween>
        }
      >
        <SpaceBetween size="l">
          <ErrorBar error={error} />
          {notice}
          <Part title="What">
            <TextField form={form} name="name" label={LABELS.name} />
            <SelectField form={form} name="version" label={LABELS.version} options={versions} />
            <CheckField form={form} name="savePrevConfig" label={LABELS.savePrevConfig} />
          </Part>
          <Part title="Whom">
            <TargetPicker
              label="Targets"
              path="targets"
              targets={values.targets}
              known={known}
              error={error}
              onChange={(targets) => {
                set('targets', targets);
              }}
            />
            <TargetPicker
              label={LABELS.exclude}
              description="These devices, and those of these hardware parts, networks and tags, keep their version"
              path="exclude"
              targets={values.exclude}
              kinds={['networks', 'tags', 'devices']}
              parts={parts}
              known={known}
              error={error}
              onChange={(exclude) => {
                set('exclude', exclude);
              }}
            />
          </Part>
          <Part title="How">
            <StagesField
              stages={values.stages}
              error={error}
              onChange={(stages) => {
                set('stages', stages);
              }}
            />
            <div className="side-by-side">
              <TextField
                form={form}
                name="perMinute"
                path="rate"
                label={LABELS.perMinute}
                description="Empty: no limit"
                inputMode="numeric"
              />
              <TextField
                form={form}
                name="maxInFlight"
                path="max_in_flight"
                label={LABELS.maxInFlight}
                inputMode="numeric"
              />
              <TextField
                form={form}
                name="networkPercent"
                path="network.max_percent"
                label={LABELS.networkPercent}
                inputMode="decimal"
              />
              <TextField
                form={form}
                name="failurePercent"
                path="gates.failure_percent"
                label={LABELS.failurePercent}
                inputMode="decimal"
              />
              <TextField
                form={form}
                name="minFinished"
                path="gates.min_finished"
                label={LABELS.minFinished}
                inputMode="numeric"
              />
              <TextField
                form={form}
                name="deliveryPercent"
                path="gates.delivery_percent"
                label={LABELS.deliveryPercent}
                inputMode="decimal"
              />
              <TextField
                form={form}
                name="holdOutPercent"
                path="gates.hold_out_percent"
                label={LABELS.holdOutPercent}
                inputMode="decimal"
              />
              <TextField
                form={form}
                name="watchMinutes"
                path="gates.watch_minutes"
                label={LABELS.watchMinutes}
                inputMode="numeric"
              />
              <SelectField
                form={form}
                name="action"
                path="gates.action"
                label={LABELS.action}
                options={GATE_ACTIONS}
              />
            </div>
            <CheckField
              form={form}
              name="health"
              label={LABELS.health}
              description="Compares upgraded devices with devices of the same part that wait"
            />
            <CheckField
              form={form}
              name="secondOpinion"
              label={LABELS.secondOpinion}
              description="Two more canaries of the part decide before the rollout is paused"
            />
            <CheckField form={form} name="switchesLast" label={LABELS.switchesLast} />
          </Part>
          <Part title="When">
            <SelectField
              form={form}
              name="timeZone"
              path="time_zone"
              label={LABELS.timeZone}
              description="A network with a time zone of its own follows that one"
              options={ZONES}
            />
            <TextField
              form={form}
              name="startAt"
              path="start_at"
              label={LABELS.startAt}
              description={`Empty: as soon as it is started. Otherwise YYYY-MM-DD HH:MM, in ${values.timeZone}`}
              placeholder="YYYY-MM-DD HH:MM"
            />
            <WindowsField
              windows={values.windows}
              error={error}
              none="Without a window, devices are upgraded at any time."
              onChange={(windows) => {
                set('windows', windows);
              }}
            />
          </Part>
        </SpaceBetween>
      </Form>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <SpaceBetween size="m">{children}</SpaceBetween>
    </Container>
  );
}
