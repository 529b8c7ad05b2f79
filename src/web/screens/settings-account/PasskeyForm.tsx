import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { identitiesQuery } from '@/web/api/accounts/external-login'
import {
  addPasskey,
  type Passkey,
  refreshPasskeys,
  removePasskey,
  renamePasskey,
} from '@/web/api/accounts/passkeys'
import { refreshTwoFactor, twoFactorQuery } from '@/web/api/accounts/two-factor'
import { ApiError, isCodeMissing, isCodeWrong } from '@/web/api/client/api-error'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { CodeField } from '@/web/components/login/CodeField'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'

export type PasskeyChange =
  | { kind: 'add' }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'remove'; passkey: Passkey }

interface Values {
  name: string
  password: string
  code: string
}

const MAX_NAME = 60

const SUBMIT = { add: 'passkeys.add', rename: 'form.save', remove: 'passkeys.remove' } as const

/** Adds, renames or removes a passkey. All but renaming require the password, and a code with two-factor login. */
export function PasskeyForm({ change, onDone }: { change: PasskeyChange; onDone: () => void }) {
  const hasPassword = useQuery(identitiesQuery).data?.has_password ?? true
  const hasTwoFactor = useQuery(twoFactorQuery).data?.enabled_at != null
  const asksPassword = change.kind !== 'rename' && hasPassword
  const asksCode = asksPassword && hasTwoFactor
  const form = useForm<Values>({
    initialValues: {
      name: change.kind === 'rename' ? change.passkey.name : '',
      password: '',
      code: '',
    },
    validate: {
      name: (value) =>
        change.kind !== 'remove' && value.trim() === '' ? t('passkeys.nameRule') : null,
      password: (value) => (asksPassword && value === '' ? t('account.currentRule') : null),
      code: (value) => (asksCode && value.trim() === '' ? t('twoFactor.codeRule') : null),
    },
  })
  const sending = useChange(change, form, onDone)
  return (
    <Form
      once
      guarded={false}
      submit={t(SUBMIT[change.kind])}
      button={change.kind === 'remove' ? { color: 'red.8' } : undefined}
      saving={sending}
      onSubmit={form.onSubmit((values) => sending.mutate(values))}
    >
      {change.kind === 'add' && <p>{t('passkeys.addText')}</p>}
      {change.kind === 'remove' && <p>{t('passkeys.removeText')}</p>}
      {change.kind !== 'remove' && (
        <TextInput
          label={t('tokens.name')}
          maxLength={MAX_NAME}
          size="md"
          required
          withAsterisk={false}
          {...withHint(form.getInputProps('name'), t('passkeys.nameHint'))}
        />
      )}
      {asksCode && <CodeField {...withHint(form.getInputProps('code'), t('twoFactor.codeHint'))} />}
      {asksPassword && (
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      )}
    </Form>
  )
}

function useChange(change: PasskeyChange, form: UseFormReturnType<Values>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, ...proof }: Values) => {
      if (change.kind === 'add') return addPasskey({ name: name.trim(), ...proof })
      const { id } = change.passkey
      return change.kind === 'rename'
        ? renamePasskey({ id, name: name.trim() })
        : removePasskey({ id, ...proof })
    },
    onSuccess: async () => {
      await refreshPasskeys(client)
      onDone()
    },
    onError: (error) => {
      // A recovery code may have been used up.
      void refreshTwoFactor(client)
      if (isCodeWrong(error)) form.setFieldError('code', t('twoFactor.wrong'))
      else if (error instanceof ApiError && error.status === 401 && !isCodeMissing(error))
        form.setFieldError('password', t('account.wrongPassword'))
    },
  })
}
