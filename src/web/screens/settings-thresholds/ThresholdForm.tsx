import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshTraining, saveThreshold, type ThresholdKind } from '@/web/api/training'
import { PlainSelect, plainOptions } from '@/web/components/PlainSelect'
import { FieldPair, SaveForm } from '@/web/components/SaveForm'
import { SportSelect } from '@/web/components/SportSelect'
import { dayOf } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import {
  THRESHOLD_KINDS,
  THRESHOLD_NAMES,
  thresholdRule,
  thresholdUnit,
  typedThreshold,
} from './threshold-text'

/** Notes a threshold that holds from a day on, in all sports or in one. */
export function ThresholdForm() {
  const client = useQueryClient()
  const preferences = usePreferences()
  const today = dayOf(new Date(), preferences)
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
    <SaveForm saving={saving} submit={t('threshold.add')} onSubmit={save}>
      <FieldPair>
        <PlainSelect
          label={t('threshold.kind')}
          value={kind}
          onChange={(value) =>
            form.setFieldValue('kind', THRESHOLD_KINDS.find((each) => each === value) ?? 'max_hr')
          }
        >
          {plainOptions(
            THRESHOLD_KINDS.map((value) => ({ value, label: t(THRESHOLD_NAMES[value]) })),
          )}
        </PlainSelect>
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
    </SaveForm>
  )
}
