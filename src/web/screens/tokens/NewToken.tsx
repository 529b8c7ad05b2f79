import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createToken, refreshTokens } from '@/web/api/accounts/tokens'
import { Notice } from '@/web/components/feedback/Notice'
import { CopyField } from '@/web/components/forms/CopyField'
import { Form } from '@/web/components/forms/Form'
import { SCOPES, scopeText } from '@/web/components/people/scope-texts'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import classes from './Tokens.module.css'

const NEVER = 'never'
const TERMS = ['30', '90', '365', NEVER]
const DEFAULT_TERM = '365'
/** The scope that an app needs to upload recordings. */
const SENDING = ['workouts:write']
const MAX_NAME_LENGTH = 100

/** Creates a token, then shows it. It cannot be retrieved later. */
export function NewToken() {
  const client = useQueryClient()
  const creation = useMutation({
    mutationFn: createToken,
    onSuccess: () => refreshTokens(client),
    // Do not cache the secret.
    gcTime: 0,
  })
  const form = useForm({
    initialValues: { name: '', scopes: SENDING, term: DEFAULT_TERM },
    validate: {
      name: (value) => (value.trim() === '' ? t('tokens.nameRule') : null),
      scopes: (value) => (value.length > 0 ? null : t('tokens.scopesRule')),
    },
  })
  const submit = form.onSubmit(({ name, scopes, term }) =>
    creation.mutate(
      { name, scope: scopes.join(' '), expires_in_days: term === NEVER ? null : Number(term) },
      { onSuccess: form.reset },
    ),
  )
  if (creation.data) return <CreatedToken token={creation.data} onDone={creation.reset} />
  return (
    <Form once submit={t('tokens.create')} saving={creation} onSubmit={submit}>
      <TextInput
        label={t('tokens.name')}
        maxLength={MAX_NAME_LENGTH}
        size="md"
        {...withHint(form.getInputProps('name'), t('tokens.nameHint'))}
      />
      <Select
        label={t('tokens.term')}
        data={TERMS.map((value) => ({ value, label: termText(value) }))}
        allowDeselect={false}
        size="md"
        {...form.getInputProps('term')}
      />
      <Checkbox.Group label={t('tokens.scopes')} size="md" {...form.getInputProps('scopes')}>
        <div className={classes.scopes}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeText(scope)} description={scope} />
          ))}
        </div>
      </Checkbox.Group>
    </Form>
  )
}

const termText = (term: string) =>
  term === NEVER ? t('tokens.never') : t('tokens.days', { count: Number(term) })

/** Shows the raw token, which cannot be retrieved later. */
function CreatedToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <div className={classes.secret}>
      <Notice>{t('tokens.created')}</Notice>
      <CopyField label={t('tokens.token')} value={token} />
      <Button variant="default" onClick={onDone}>
        {t('tokens.done')}
      </Button>
    </div>
  )
}
