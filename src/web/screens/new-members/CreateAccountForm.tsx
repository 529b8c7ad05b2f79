import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createMember, type NewMember, refreshNewMembers } from '@/web/api/accounts/new-members'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { Choice, LanguageChoice } from '@/web/components/forms/Choice'
import { EmailField } from '@/web/components/forms/EmailField'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { withHint } from '@/web/components/validation/with-hint'
import { getLanguage, t } from '@/web/i18n/text'
import { roleName } from '@/web/screens/admin-users/role-names'
import { showMessage } from '@/web/state/messages'
import { SecretToPassOn } from './SecretToPassOn'

const ROLES = ['user', 'moderator'] as const

/** Creates an account; shows its random password if the server sends no email. */
export function CreateAccountForm() {
  const client = useQueryClient()
  const form = useForm<NewMember>({
    initialValues: { username: '', email: '', role: 'user', language: getLanguage() },
    validate: { username: ACCOUNT_RULES.username, email: ACCOUNT_RULES.email },
  })
  const creation = useMutation({
    mutationFn: createMember,
    onSuccess: async (password, { username }) => {
      form.reset()
      if (password === null) showMessage({ text: t('newAccount.done', { username }) })
      await refreshNewMembers(client)
    },
    // Do not cache the password.
    gcTime: 0,
  })
  const { data: password, variables } = creation
  if (password && variables)
    return (
      <SecretToPassOn
        text={t('newAccount.passwordText')}
        label={t('newAccount.password', { username: variables.username })}
        value={password}
        onDone={creation.reset}
      />
    )
  return (
    <Form
      once
      submit={t('newAccount.create')}
      saving={creation}
      onSubmit={form.onSubmit((fields) => creation.mutate(fields))}
    >
      <FieldPair>
        <TextInput
          label={t('account.username.label')}
          autoComplete="off"
          autoCapitalize="none"
          size="md"
          {...withHint(form.getInputProps('username'), t('account.username.rule'))}
        />
        <EmailField autoComplete="off" {...form.getInputProps('email')} />
      </FieldPair>
      <FieldPair>
        <Choice
          label={t('members.role')}
          options={ROLES.map((value) => ({ value, label: roleName(value) }))}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
        />
        <LanguageChoice
          value={form.values.language}
          onChange={(language) => form.setFieldValue('language', language)}
        />
      </FieldPair>
    </Form>
  )
}
