import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshWeights, saveWeight } from '@/web/api/accounts/weights'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { formatIsoDay } from '@/web/format/dates'
import { formatMass, formatQuantity } from '@/web/format/quantity'
import { parseNumber } from '@/web/format/typed-numbers'
import { fromMass, type UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** The smallest and largest weight that the server accepts, in kilograms. */
const [MINIMUM, LIMIT] = [10, 700]

/** Adds the account's weight from a day on. */
export function WeightForm() {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { units } = preferences
  const today = formatIsoDay(new Date(), preferences)
  const saving = useMutation({ mutationFn: saveWeight, onSuccess: () => refreshWeights(client) })
  const form = useForm({
    initialValues: { weight: '', day: today },
    validate: {
      weight: (text) =>
        isWeight(typedKilograms(text, units))
          ? null
          : t('weight.rule', {
              least: formatQuantity(formatMass(MINIMUM, preferences)),
              most: formatQuantity(formatMass(LIMIT, preferences)),
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
    <Form saving={saving} submit={t('weight.add')} onSubmit={save}>
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
    </Form>
  )
}

const typedKilograms = (text: string, units: UnitSystem) => fromMass(parseNumber(text), units)

const isWeight = (kilograms: number) => kilograms >= MINIMUM && kilograms <= LIMIT
