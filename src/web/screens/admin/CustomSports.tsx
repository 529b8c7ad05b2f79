import { Button, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCustomSport } from '@/domain/reference/base-sport'
import {
  addCustomSport,
  deleteCustomSport,
  editCustomSport,
  refreshSports,
  type Sport,
} from '@/web/api/accounts/sports'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { SportMedal } from '@/web/components/people/SportMedal'
import { t } from '@/web/i18n/text'

const isCustom = ({ id }: Sport) => isCustomSport(id)

/** The sports that administrators have added, which can be edited or, without workouts, deleted; more can be added. */
export function CustomSports({ sports }: { sports: readonly Sport[] }) {
  const [edited, edit] = useState<number | null>(null)
  const custom = sports.filter(isCustom)
  const catalogue = sports.filter((sport) => !isCustom(sport))
  return (
    <section>
      <h2>{t('sports.custom')}</h2>
      {custom.length > 0 && (
        <ul className={classes.list} aria-label={t('sports.custom')}>
          {custom.map((sport) => (
            <li key={sport.id}>
              <CustomSportRow
                sport={sport}
                isEdited={edited === sport.id}
                onEdit={() => edit(edited === sport.id ? null : sport.id)}
              />
              {edited === sport.id && (
                <EditSportForm sport={sport} catalogue={catalogue} onSaved={() => edit(null)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === null && <NewSportForm catalogue={catalogue} />}
    </section>
  )
}

function CustomSportRow({
  sport: { id, label, has_workouts: isUsed },
  isEdited,
  onEdit,
}: {
  sport: Sport
  isEdited: boolean
  onEdit: () => void
}) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: deleteCustomSport,
    onSettled: () => refreshSports(client),
  })
  return (
    <ItemRow
      picture={<SportMedal sportId={id} size={32} decorative />}
      name={label}
      facts={[isUsed === true && t('admin.inUse')]}
      error={deletion.error}
    >
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('sports.customEdit', { name: label })}
        aria-expanded={isEdited}
        onClick={onEdit}
      >
        {t('form.edit')}
      </Button>
      <BusyButton
        variant="default"
        size="compact-sm"
        disabled={isUsed === true}
        busy={deletion.isPending}
        aria-label={t('sports.customDelete', { name: label })}
        onClick={() => deletion.mutate(id)}
      >
        {t('comments.delete')}
      </BusyButton>
    </ItemRow>
  )
}

/** The value of the choice of icons for the icon of the sport that a custom one behaves like. */
const BASE_ICON = ''
const DEFAULT_COLOR = '#c8431a'

type AppearanceForm = UseFormReturnType<{ label: string; icon: string; color: string }>

/** Fields for the name, colour and icon of a custom sport. */
function AppearanceFields({
  form,
  catalogue,
}: {
  form: AppearanceForm
  catalogue: readonly Sport[]
}) {
  // Icons have no names in the languages of the page, so each is called like the first sport that has it.
  const named = catalogue.flatMap(({ icon, label }) => (icon ? [{ value: icon, label }] : []))
  const options = [...new Map(named.toReversed().map((each) => [each.value, each])).values()]
  options.reverse()
  return (
    <>
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
        label={t('sports.customIcon')}
        value={form.values.icon}
        onChange={(icon) => form.setFieldValue('icon', icon)}
      >
        {renderOptions([{ value: BASE_ICON, label: t('sports.customIconBase') }, ...options])}
      </NativeSelect>
    </>
  )
}

function EditSportForm({
  sport: { id, label, icon, color },
  catalogue,
  onSaved,
}: {
  sport: Sport
  catalogue: readonly Sport[]
  onSaved: () => void
}) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { label, icon: icon ?? BASE_ICON, color: color ?? DEFAULT_COLOR },
  })
  const saving = useMutation({
    mutationFn: editCustomSport,
    onSuccess: async () => {
      await refreshSports(client)
      onSaved()
    },
  })
  const save = form.onSubmit((values) =>
    saving.mutate({ id, ...values, icon: values.icon || null }),
  )
  return (
    <Form submit={t('form.save')} saving={saving} onSubmit={save}>
      <AppearanceFields form={form} catalogue={catalogue} />
    </Form>
  )
}

function NewSportForm({ catalogue }: { catalogue: readonly Sport[] }) {
  const client = useQueryClient()
  const [base, setBase] = useState('5')
  const form = useForm({ initialValues: { label: '', icon: BASE_ICON, color: DEFAULT_COLOR } })
  const saving = useMutation({
    mutationFn: addCustomSport,
    onSuccess: async () => {
      await refreshSports(client)
      form.reset()
    },
  })
  const save = form.onSubmit((values) =>
    saving.mutate({ ...values, icon: values.icon || null, behaves_like: Number(base) }),
  )
  return (
    <Form submit={t('sports.customAdd')} saving={saving} onSubmit={save}>
      <AppearanceFields form={form} catalogue={catalogue} />
      <NativeSelect label={t('sports.customBase')} value={base} onChange={setBase}>
        {renderOptions(catalogue.map(({ id, label }) => ({ value: String(id), label })))}
      </NativeSelect>
    </Form>
  )
}
