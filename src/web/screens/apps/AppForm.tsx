import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { AppInput } from '@/web/api/accounts/apps'
import { Form } from '@/web/components/forms/Form'
import { SCOPES, scopeText } from '@/web/components/people/scope-texts'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import classes from './AppForm.module.css'
import { APP_RULES, EMPTY_APP, toAppInput } from './app-fields'

/** The fields of a new app. */
export function AppForm({
  busy,
  error,
  onSubmit,
}: {
  busy: boolean
  error: unknown
  onSubmit: (input: AppInput) => void
}) {
  const form = useForm({ initialValues: EMPTY_APP, validate: APP_RULES })
  return (
    <div className={classes.form}>
      <Form
        once
        submit={t('apps.form.submit')}
        saving={{ isPending: busy, error }}
        onSubmit={form.onSubmit((fields) => onSubmit(toAppInput(fields)))}
      >
        <TextInput label={t('apps.form.name')} size="md" {...form.getInputProps('name')} />
        <TextInput
          label={t('apps.form.website')}
          placeholder="https://"
          type="url"
          size="md"
          {...form.getInputProps('website')}
        />
        <Textarea
          label={t('apps.form.description')}
          size="md"
          rows={2}
          {...form.getInputProps('description')}
        />
        <Textarea
          label={t('apps.redirects')}
          size="md"
          rows={2}
          {...withHint(form.getInputProps('redirects'), t('apps.form.redirectsHint'))}
        />
        <Checkbox.Group label={t('apps.scopes')} size="md" {...form.getInputProps('scopes')}>
          <div className={classes.scopes}>
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={scopeText(scope)} description={scope} />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox
          size="md"
          label={t('apps.form.noSecret')}
          {...withHint(
            form.getInputProps('keepsNoSecret', { type: 'checkbox' }),
            t('apps.form.noSecretHint'),
          )}
        />
      </Form>
    </div>
  )
}
