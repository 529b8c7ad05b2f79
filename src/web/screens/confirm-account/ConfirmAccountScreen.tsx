import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { isRefusal } from '@/web/api/api-error'
import { confirmAccount } from '@/web/api/mail-links'
import { EntryCard } from '@/web/components/EntryCard'
import { EntryForm } from '@/web/components/EntryForm'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'
import { startSession } from '@/web/state/session'

const route = getRouteApi('/account-confirmation')

/** Where the first mail leads: one click, so that programs that only look at links confirm nothing. */
export function ConfirmAccountScreen() {
  const { token } = route.useSearch()
  const navigate = useNavigate()
  const confirmation = useMutation({
    mutationFn: confirmAccount,
    onSuccess: (session) => {
      startSession(session)
      return navigate({ to: '/' })
    },
  })
  const spent = !token || isRefusal(confirmation.error)
  return (
    <EntryCard title={t('confirm.title')} {...(!spent && { lead: t('confirm.lead') })}>
      {spent ? (
        <Notice>
          {t('confirm.spent')} <Link to="/account-confirmation/resend">{t('confirm.resend')}</Link>
        </Notice>
      ) : (
        <EntryForm
          submit={t('confirm.submit')}
          busy={confirmation.isPending}
          error={confirmation.error}
          onSubmit={(event) => {
            event.preventDefault()
            confirmation.mutate(token)
          }}
        >
          {null}
        </EntryForm>
      )}
    </EntryCard>
  )
}
