import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptPolicy, profileQuery } from '@/web/api/accounts/account'
import { configQuery, getPolicyDate } from '@/web/api/accounts/config'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Notice } from '@/web/components/feedback/Notice'
import { Markdown } from '@/web/components/page/Markdown'
import { Page } from '@/web/components/page/Page'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import classes from './PrivacyScreen.module.css'

/** The privacy policy; members accept it here. */
export function PrivacyScreen() {
  const preferences = usePreferences()
  const profile = useProfile()
  const { data: config, error, refetch } = useQuery(configQuery)
  return (
    <Page title={t('privacy.title')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {config && (
        <>
          <p>
            {t('privacy.since', {
              date: formatDate(getPolicyDate(config), preferences),
            })}
          </p>
          {config.privacy_policy ? (
            <Markdown text={config.privacy_policy} headings={2} />
          ) : (
            <DefaultPolicy contact={config.admin_contact} />
          )}
          {profile && <AcceptPolicy accepted={profile.accepted_privacy_policy === true} />}
        </>
      )}
    </Page>
  )
}

/** Accepts the current privacy policy. */
function AcceptPolicy({ accepted }: { accepted: boolean }) {
  const client = useQueryClient()
  const accepting = useMutation({
    mutationFn: acceptPolicy,
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
  if (accepted) return <Notice>{t('privacy.accepted')}</Notice>
  return (
    <div>
      <ErrorNote error={accepting.error} />
      <BusyButton busy={accepting.isPending} onClick={() => accepting.mutate()}>
        {t('privacy.accept')}
      </BusyButton>
    </div>
  )
}

const PARTS = [
  ['privacy.what', 'privacy.whatText'],
  ['privacy.who', 'privacy.whoText'],
  ['privacy.others', 'privacy.othersText'],
  ['privacy.browser', 'privacy.browserText'],
  ['privacy.rights', 'privacy.rightsText'],
] as const

/** The privacy policy of servers whose administrator has not written one. */
function DefaultPolicy({ contact }: { contact: string | null }) {
  return (
    <div className={classes.policy}>
      {PARTS.map(([title, text]) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <p>{t(text)}</p>
        </section>
      ))}
      {contact && (
        <p>
          {t('about.contact')}: <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      )}
    </div>
  )
}
