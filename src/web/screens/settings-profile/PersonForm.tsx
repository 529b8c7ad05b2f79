import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Profile, savePerson } from '@/web/api/profile'
import { Panel } from '@/web/components/Panel'
import { FieldPair, SaveForm } from '@/web/components/SaveForm'
import { t } from '@/web/i18n/text'
import { useProfileSave } from '@/web/state/save-profile'
import { personFieldsOf, personInputOf } from './person-fields'

/** Who somebody is, as far as they like to tell. */
export function PersonForm({ profile }: { profile: Profile }) {
  const saving = useProfileSave(savePerson)
  const form = useForm({ initialValues: personFieldsOf(profile) })
  const save = form.onSubmit((fields) => saving.mutate(personInputOf(fields)))
  return (
    <Panel title={t('person.title')} text={t('person.text')}>
      <SaveForm saving={saving} onSubmit={save}>
        <FieldPair>
          <TextInput
            label={t('person.firstName')}
            autoComplete="given-name"
            maxLength={80}
            size="md"
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label={t('person.lastName')}
            autoComplete="family-name"
            maxLength={80}
            size="md"
            {...form.getInputProps('last_name')}
          />
          <TextInput
            label={t('person.location')}
            maxLength={80}
            size="md"
            {...form.getInputProps('location')}
          />
          <TextInput
            label={t('person.birthDate')}
            type="date"
            autoComplete="bday"
            size="md"
            {...form.getInputProps('birth_date')}
          />
        </FieldPair>
        <Textarea
          label={t('person.bio')}
          maxLength={200}
          rows={3}
          size="md"
          {...form.getInputProps('bio')}
        />
      </SaveForm>
    </Panel>
  )
}
