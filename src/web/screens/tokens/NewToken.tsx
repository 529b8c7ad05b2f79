import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createToken, refreshTokens } from '@/web/api/tokens'
import { CopyField } from '@/web/components/CopyField'
import { EntryForm } from '@/web/components/EntryForm'
import { Notice } from '@/web/components/Notice'
import { SCOPES, scopeText } from '@/web/components/scope-texts'
import { t } from '@/web/i18n/text'
import classes from './Tokens.module.css'

const NEVER = 'never'
const TERMS = ['30', '90', '365', NEVER]
const USUAL_TERM = '365'
/** What a program needs that sends recordings. */
const SENDING = ['workouts:write']
const LONGEST_NAME = 100

/** Makes a token, then shows it: the only time it can be seen. */
export function NewToken() {
  const client = useQueryClient()
  const creation = useMutation({
    mutationFn: createToken,
    onSuccess: () => refreshTokens(client),
    // The secret is nothing to keep around.
    gcTime: 0,
  })
  const form = useForm({
    initialValues: { name: '', scopes: SENDING, term: USUAL_TERM },
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
  if (creation.data)
    return (
      <div className={classes.secret}>
        <Notice>{t('tokens.created')}</Notice>
        <CopyField label={t('tokens.token')} value={creation.data} />
        <Button variant="default" onClick={creation.reset}>
          {t('tokens.done')}
        </Button>
      </div>
    )
  return (
    <EntryForm
      submit={t('tokens.create')}
      busy={creation.isPending}
      error={creation.error}
      onSubmit={submit}
    >
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        maxLength={LONGEST_NAME}
        size="md"
        {...form.getInputProps('name')}
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
    </EntryForm>
  )
}

const termText = (term: string) =>
  term === NEVER ? t('tokens.never') : t('tokens.days', { count: Number(term) })
