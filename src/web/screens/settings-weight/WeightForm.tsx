import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshWeights, saveWeight } from '@/web/api/weights'
import { FieldPair, SaveForm } from '@/web/components/SaveForm'
import { dayOf } from '@/web/format/dates'
import { massOf, plain } from '@/web/format/quantity'
import { typedNumber } from '@/web/format/typed-numbers'
import { fromMass, type UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** Kilograms between which the server takes weights. */
const [LEAST, MOST] = [10, 700]

/** Notes what the account weighs from a day on. */
export function WeightForm() {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { units } = preferences
  const today = dayOf(new Date(), preferences)
  const saving = useMutation({ mutationFn: saveWeight, onSuccess: () => refreshWeights(client) })
  const form = useForm({
    initialValues: { weight: '', day: today },
    validate: {
      weight: (text) =>
        isWeight(typedKilograms(text, units))
          ? null
          : t('weight.rule', {
              least: plain(massOf(LEAST, preferences)),
              most: plain(massOf(MOST, preferences)),
            }),
      day: (day) => (day !== '' && day <= today ? null : t('weight.dayRule')),
    },
  })
  const save = form.onSubmit(({ weight, day }) =>
    saving.mutate(
      { day, weight: typedKilograms(weight, units) },
      { onSuccess: () => form.setFieldValue('weight', '') },
    ),
  )
  return (
    <SaveForm saving={saving} submit={t('weight.add')} onSubmit={save}>
      <FieldPair>
        <TextInput
          label={t('weight.weight', { unit: t(units === 'metric' ? 'unit.kg' : 'unit.lb') })}
          inputMode="decimal"
          size="md"
          {...form.getInputProps('weight')}
        />
        <TextInput
          label={t('weight.day')}
          type="date"
          max={today}
          size="md"
          {...form.getInputProps('day')}
        />
      </FieldPair>
    </SaveForm>
  )
}

const typedKilograms = (text: string, units: UnitSystem) => fromMass(typedNumber(text), units)

const isWeight = (kilograms: number) => kilograms >= LEAST && kilograms <= MOST
