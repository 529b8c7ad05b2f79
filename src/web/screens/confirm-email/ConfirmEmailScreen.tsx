import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isRefusal } from '@/web/api/api-error'
import { confirmEmail } from '@/web/api/mail-links'
import { EntryCard } from '@/web/components/EntryCard'
import { EntryForm } from '@/web/components/EntryForm'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'

const route = getRouteApi('/email-update')

/** Where the mail to a new address leads: from then on it is the account's address. */
export function ConfirmEmailScreen() {
  const { token } = route.useSearch()
  const client = useQueryClient()
  const confirmation = useMutation({
    mutationFn: confirmEmail,
    onSuccess: () => client.invalidateQueries({ queryKey: ['profile'] }),
  })
  const spent = !token || isRefusal(confirmation.error)
  return (
    <EntryCard
      title={t('newEmail.title')}
      {...(!confirmation.isSuccess && !spent && { lead: t('newEmail.lead') })}
    >
      {confirmation.isSuccess && (
        <Notice>
          {t('newEmail.done')} <Link to="/">{t('notFound.home')}</Link>
        </Notice>
      )}
      {!confirmation.isSuccess && spent && <Notice>{t('newEmail.spent')}</Notice>}
      {!confirmation.isSuccess && !spent && (
        <EntryForm
          submit={t('newEmail.submit')}
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
