import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Profile, type ProfileInput, saveProfile } from '@/web/api/accounts/profile'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import { useProfileSave } from '@/web/state/save-profile'
import { PicturePanel } from './PicturePanel'

/** Values of the profile form. */
type PersonFields = Record<keyof ProfileInput, string>

const toDay = (date: string | null): string =>
  date === null ? '' : new Date(date).toISOString().slice(0, 10)

/** Converts a profile to form values. */
const toPersonFields = (profile: Profile): PersonFields => ({
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  location: profile.location ?? '',
  bio: profile.bio ?? '',
  birth_date: toDay(profile.birth_date),
})

const orNull = (text: string): string | null => text.trim() || null

/** Converts the form values to the request; empty fields are sent as null. */
const toPersonInput = (fields: PersonFields): ProfileInput => ({
  first_name: orNull(fields.first_name),
  last_name: orNull(fields.last_name),
  location: orNull(fields.location),
  bio: orNull(fields.bio),
  birth_date: orNull(fields.birth_date),
})

/** The parts of the account that others can see. */
export function ProfileScreen() {
  const profile = useProfile()
  return (
    <Page title={t('settings.profile')}>
      {profile && (
        <>
          <PicturePanel profile={profile} />
          <PersonForm key={profile.username} profile={profile} />
        </>
      )}
    </Page>
  )
}

/** Edits the public profile: name, birthday, location and the like. */
function PersonForm({ profile }: { profile: Profile }) {
  const saving = useProfileSave(saveProfile)
  const form = useForm({ initialValues: toPersonFields(profile) })
  const save = form.onSubmit((fields) => saving.mutate(toPersonInput(fields)))
  return (
    <Panel title={t('person.title')} text={t('person.text')}>
      <Form saving={saving} onSubmit={save}>
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
      </Form>
    </Panel>
  )
}
