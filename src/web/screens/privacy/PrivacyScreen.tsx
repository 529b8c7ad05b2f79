import { useQuery } from '@tanstack/react-query'
import { configQuery, policyDate } from '@/web/api/config'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Markdown } from '@/web/components/Markdown'
import { Page } from '@/web/components/Page'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import { AcceptPolicy } from './AcceptPolicy'
import { DefaultPolicy } from './DefaultPolicy'

/** What this server does with what it is told; members accept it here. */
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
              date: formatDate(policyDate(config), preferences),
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
