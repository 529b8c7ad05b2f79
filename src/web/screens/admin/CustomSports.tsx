import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FIRST_CUSTOM_SPORT_ID } from '@/domain/reference/base-sport'
import {
  addCustomSport,
  deleteCustomSport,
  refreshSports,
  type Sport,
} from '@/web/api/accounts/sports'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { FieldPair, SaveForm } from '@/web/components/forms/SaveForm'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { SportMedal } from '@/web/components/people/SportMedal'
import { t } from '@/web/i18n/text'

const isCustom = ({ id }: Sport) => id >= FIRST_CUSTOM_SPORT_ID

/** The sports that administrators have added; those without workouts can be deleted, and more can be added. */
export function CustomSports({ sports }: { sports: readonly Sport[] }) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: deleteCustomSport,
    onSettled: () => refreshSports(client),
  })
  const custom = sports.filter(isCustom)
  return (
    <section>
      <h2>{t('sports.custom')}</h2>
      <ErrorNote error={deletion.error} />
      {custom.length > 0 && (
        <ul className={classes.list} aria-label={t('sports.custom')}>
          {custom.map(({ id, label, has_workouts: isUsed }) => (
            <li key={id}>
              <ItemRow
                picture={<SportMedal sportId={id} size={32} decorative />}
                name={label}
                isOff={false}
                facts={[isUsed === true && t('admin.inUse')]}
              >
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={isUsed === true}
                  loading={deletion.isPending && deletion.variables === id}
                  aria-label={t('sports.customDelete', { name: label })}
                  onClick={() => deletion.mutate(id)}
                >
                  {t('comments.delete')}
                </Button>
              </ItemRow>
            </li>
          ))}
        </ul>
      )}
      <NewSportForm catalogue={sports.filter((sport) => !isCustom(sport))} />
    </section>
  )
}

const NEW_SPORT = { label: '', base: '5', color: '#c8431a' }

function NewSportForm({ catalogue }: { catalogue: readonly Sport[] }) {
  const client = useQueryClient()
  const form = useForm({ initialValues: NEW_SPORT })
  const saving = useMutation({
    mutationFn: addCustomSport,
    onSuccess: async () => {
      await refreshSports(client)
      form.reset()
    },
  })
  const save = form.onSubmit(({ label, base, color }) =>
    saving.mutate({ label, color, behaves_like: Number(base) }),
  )
  return (
    <SaveForm submit={t('sports.customAdd')} saving={saving} onSubmit={save}>
      <FieldPair>
        <TextInput
          label={t('sports.customName')}
          maxLength={50}
          size="md"
          {...form.getInputProps('label')}
        />
        <TextInput
          label={t('sports.color')}
          type="color"
          size="md"
          {...form.getInputProps('color')}
        />
      </FieldPair>
      <NativeSelect
        label={t('sports.customBase')}
        value={form.values.base}
        onChange={(base) => form.setFieldValue('base', base)}
      >
        {renderOptions(catalogue.map(({ id, label }) => ({ value: String(id), label })))}
      </NativeSelect>
    </SaveForm>
  )
}
