import { Button, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshSports, resetSport, type Sport, saveSport, sportsQuery } from '@/web/api/sports'
import { Choice } from '@/web/components/Choice'
import { EquipmentPicker } from '@/web/components/EquipmentPicker'
import { ErrorNote } from '@/web/components/ErrorNote'
import { FieldPair, SaveForm } from '@/web/components/SaveForm'
import { t } from '@/web/i18n/text'
import { SPORT_RULES, sportFieldsOf, sportInputOf } from './sport-fields'

/** Changes how the account treats a sport. */
export function SportForm({ sport }: { sport: Sport }) {
  const client = useQueryClient()
  const onSuccess = () => refreshSports(client)
  const saving = useMutation({ mutationFn: saveSport, onSuccess })
  const form = useForm({ initialValues: sportFieldsOf(sport), validate: SPORT_RULES })
  const reset = useMutation({
    mutationFn: () => resetSport(sport.id),
    onSuccess: async () => {
      await onSuccess()
      const fresh = client.getQueryData(sportsQuery.queryKey)?.find(({ id }) => id === sport.id)
      if (fresh) form.setValues(sportFieldsOf(fresh))
    },
  })
  return (
    <>
      <SaveForm
        saving={saving}
        onSubmit={form.onSubmit((fields) => saving.mutate(sportInputOf(sport, fields)))}
      >
        <Switch
          label={t('sports.active')}
          size="md"
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        <FieldPair>
          <TextInput
            label={t('sports.color')}
            type="color"
            size="md"
            {...form.getInputProps('color')}
          />
          <TextInput
            label={t('sports.threshold')}
            description={t('sports.thresholdHint')}
            inputMode="decimal"
            size="md"
            {...form.getInputProps('threshold')}
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
        <EquipmentPicker
          label={t('sports.equipment')}
          value={form.values.equipment}
          onChange={(equipment) => form.setFieldValue('equipment', equipment)}
        />
      </SaveForm>
      <ErrorNote error={reset.error} />
      <Button
        mt={12}
        variant="subtle"
        size="compact-sm"
        loading={reset.isPending}
        onClick={() => reset.mutate()}
      >
        {t('sports.reset')}
      </Button>
    </>
  )
}
