import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { logIn } from '@/web/api/account'
import { serverPath } from '@/web/api/server-path'
import { EmailField } from '@/web/components/EmailField'
import { EntryCard } from '@/web/components/EntryCard'
import { EntryForm } from '@/web/components/EntryForm'
import { PasswordField } from '@/web/components/PasswordField'
import { t } from '@/web/i18n/text'
import { startSession } from '@/web/state/session'
import { LoginHints } from './LoginHints'
import { localPath } from './local-path'

const route = getRouteApi('/login')

/** Logs in and goes on to where the visitor wanted to go. */
export function LoginScreen() {
  const { from } = route.useSearch()
  const { history } = useRouter()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const login = useMutation({
    mutationFn: logIn,
    onSuccess: (session) => {
      startSession(session)
      history.push(serverPath(localPath(from)))
    },
  })
  return (
    <EntryCard title={t('login.title')} lead={t('login.lead')}>
      <EntryForm
        submit={t('login.submit')}
        busy={login.isPending}
        error={login.error}
        onSubmit={form.onSubmit((fields) => login.mutate(fields))}
      >
        <EmailField {...form.getInputProps('email')} />
        <PasswordField
          label={t('account.password.label')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </EntryForm>
      <LoginHints />
    </EntryCard>
  )
}
