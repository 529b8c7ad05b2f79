import { Switch, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  refreshSports,
  resetSport,
  type Sport,
  type SportInput,
  saveSport,
  sportsQuery,
} from '@/web/api/accounts/sports'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Choice } from '@/web/components/forms/Choice'
import { EquipmentPicker } from '@/web/components/forms/EquipmentPicker'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { withHint } from '@/web/components/validation/with-hint'
import { parseNumber } from '@/web/format/typed-numbers'
import { t } from '@/web/i18n/text'

/** Values of the sport form. */
type SportFields = {
  active: boolean
  color: string
  threshold: string
  display: NonNullable<SportInput['pace_speed_display']>
  equipment: string[]
}

/** Converts a sport to form values. */
const toSportFields = (sport: Sport): SportFields => ({
  active: sport.is_active_for_user,
  color: getSportStyle(sport.id, sport.color).color,
  threshold: String(sport.stopped_speed_threshold),
  display: sport.pace_speed_display ?? 'speed',
  equipment: sport.default_equipments.map(({ id }) => id),
})

/** Validates the threshold. */
const SPORT_RULES = {
  threshold: (text: string) => (parseNumber(text) > 0 ? null : t('sports.thresholdRule')),
}

/**
 * Converts the form values to the request. Colour and display are sent only if they were changed and the sport has
 * them.
 */
function toSportInput(sport: Sport, fields: SportFields): SportInput {
  const before = toSportFields(sport)
  return {
    sport_id: sport.id,
    is_active: fields.active,
    stopped_speed_threshold: parseNumber(fields.threshold),
    default_equipment_ids: fields.equipment,
    ...(fields.color !== before.color && { color: fields.color }),
    ...(sport.pace_speed_display !== undefined && { pace_speed_display: fields.display }),
  }
}

/** Changes how the account treats a sport. */
export function SportForm({ sport }: { sport: Sport }) {
  const client = useQueryClient()
  const onSuccess = () => refreshSports(client)
  const saving = useMutation({ mutationFn: saveSport, onSuccess })
  const form = useForm({ initialValues: toSportFields(sport), validate: SPORT_RULES })
  const reset = useMutation({
    mutationFn: () => resetSport(sport.id),
    onSuccess: async () => {
      await onSuccess()
      const fresh = client.getQueryData(sportsQuery.queryKey)?.find(({ id }) => id === sport.id)
      if (fresh) form.setValues(toSportFields(fresh))
    },
  })
  return (
    <>
      <Form
        saving={saving}
        onSubmit={form.onSubmit((fields) => saving.mutate(toSportInput(sport, fields)))}
      >
        <Switch
          label={t('sports.active')}
          size="md"
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        <NumberFields sport={sport} form={form} />
        <EquipmentPicker
          label={t('sports.equipment')}
          value={form.values.equipment}
          onChange={(equipment) => form.setFieldValue('equipment', equipment)}
        />
      </Form>
      <ErrorNote error={reset.error} />
      <BusyButton
        mt={12}
        variant="subtle"
        size="compact-sm"
        busy={reset.isPending}
        onClick={() => reset.mutate()}
      >
        {t('sports.reset')}
      </BusyButton>
    </>
  )
}

function NumberFields({ sport, form }: { sport: Sport; form: UseFormReturnType<SportFields> }) {
  return (
    <FieldPair>
      <TextInput
        label={t('sports.color')}
        type="color"
        size="md"
        {...form.getInputProps('color')}
      />
      <TextInput
        label={t('sports.threshold')}
        inputMode="decimal"
        size="md"
        {...withHint(form.getInputProps('threshold'), t('sports.thresholdHint'))}
      />
      {sport.pace_speed_display !== undefined && (
        <Choice
          label={t('sports.display')}
          options={[
            { value: 'pace', label: t('sports.pace') },
            { value: 'speed', label: t('sports.speed') },
            { value: 'pace_and_speed', label: t('sports.both') },
          ]}
          value={form.values.display}
          onChange={(display) => form.setFieldValue('display', display)}
        />
      )}
    </FieldPair>
  )
}
