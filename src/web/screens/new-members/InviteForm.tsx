import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invite, refreshNewMembers } from '@/web/api/accounts/new-members'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { LanguageChoice } from '@/web/components/forms/Choice'
import { EmailField } from '@/web/components/forms/EmailField'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { getLanguage, t } from '@/web/i18n/text'
import { showMessage } from '@/web/state/messages'
import { SecretToPassOn } from './SecretToPassOn'

/** Invites an address; shows the link if the server sends no email. */
export function InviteForm() {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { email: '', language: getLanguage() },
    validate: { email: ACCOUNT_RULES.email },
  })
  const invitation = useMutation({
    mutationFn: invite,
    onSuccess: async (link, { email }) => {
      form.reset()
      if (link === null) showMessage({ text: t('invitations.sent', { email }) })
      await refreshNewMembers(client)
    },
    // Do not cache the secret link.
    gcTime: 0,
  })
  const { data: link, variables } = invitation
  if (link && variables)
    return (
      <SecretToPassOn
        text={t('invitations.linkText')}
        label={t('invitations.link', { email: variables.email })}
        value={link}
        onDone={invitation.reset}
      />
    )
  return (
    <Form
      once
      submit={t('invitations.send')}
      saving={invitation}
      onSubmit={form.onSubmit((fields) => invitation.mutate(fields))}
    >
      <FieldPair>
        <EmailField autoComplete="off" {...form.getInputProps('email')} />
        <LanguageChoice
          value={form.values.language}
          onChange={(language) => form.setFieldValue('language', language)}
        />
      </FieldPair>
    </Form>
  )
}
