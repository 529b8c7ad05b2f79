import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshTraining, saveThreshold, type ThresholdKind } from '@/web/api/workouts/training'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { formatIsoDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import {
  THRESHOLD_KINDS,
  THRESHOLD_NAMES,
  thresholdRule,
  thresholdUnit,
  typedThreshold,
} from '@/web/training/threshold-text'

/** Adds a threshold that applies from a day on, to all sports or to one. */
export function ThresholdForm() {
  const client = useQueryClient()
  const preferences = usePreferences()
  const today = formatIsoDay(new Date(), preferences)
  const saving = useMutation({
    mutationFn: saveThreshold,
    onSuccess: () => refreshTraining(client),
  })
  const form = useForm<{ kind: ThresholdKind; value: string; day: string; sport: number | null }>({
    initialValues: { kind: 'max_hr', value: '', day: today, sport: null },
    validate: {
      value: (text, { kind }) =>
        Number.isNaN(typedThreshold(kind, text, preferences))
          ? thresholdRule(kind, preferences)
          : null,
      day: (day) => (day !== '' && day <= today ? null : t('weight.dayRule')),
    },
  })
  const { kind, sport } = form.values
  const save = form.onSubmit(({ value, day }) =>
    saving.mutate(
      { kind, day, sport_id: sport, value: typedThreshold(kind, value, preferences) },
      { onSuccess: () => form.setFieldValue('value', '') },
    ),
  )
  return (
    <Form saving={saving} submit={t('threshold.add')} onSubmit={save}>
      <FieldPair>
        <KindSelect value={kind} onChange={(value) => form.setFieldValue('kind', value)} />
        <TextInput
          label={t('threshold.value', { unit: thresholdUnit(kind, preferences) })}
          size="md"
          {...form.getInputProps('value')}
        />
      </FieldPair>
      <FieldPair>
        <TextInput
          label={t('weight.day')}
          type="date"
          max={today}
          size="md"
          {...form.getInputProps('day')}
        />
        <SportSelect
          label={t('add.sport')}
          auto={t('stats.allSports')}
          value={sport}
          disabled={false}
          onChange={(sportId) => form.setFieldValue('sport', sportId)}
        />
      </FieldPair>
    </Form>
  )
}

function KindSelect({
  value,
  onChange,
}: {
  value: ThresholdKind
  onChange: (kind: ThresholdKind) => void
}) {
  return (
    <NativeSelect
      label={t('threshold.kind')}
      value={value}
      onChange={(name) => onChange(THRESHOLD_KINDS.find((kind) => kind === name) ?? 'max_hr')}
    >
      {renderOptions(
        THRESHOLD_KINDS.map((kind) => ({ value: kind, label: t(THRESHOLD_NAMES[kind]) })),
      )}
    </NativeSelect>
  )
}
