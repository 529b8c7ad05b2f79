import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { configQuery } from '@/web/api/accounts/config'
import {
  refreshSessions,
  revokeOlderSessions,
  revokeOtherSessions,
  revokeSession,
  type Session,
  sessionsQuery,
} from '@/web/api/accounts/sessions'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { type DatePreferences, formatDate, formatDay, formatTime } from '@/web/format/dates'
import { formatDevice } from '@/web/format/device'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** The sessions of the account with their devices. */
export function SessionsPanel() {
  const list = useInfiniteQuery(sessionsQuery)
  const sessions = list.data?.pages.flatMap(({ data }) => data.sessions) ?? []
  const olderUntil = list.data?.pages[0]?.data.older_sessions_until ?? null
  const hasOthers = olderUntil !== null || sessions.some(({ is_current }) => !is_current)
  return (
    <Panel title={t('sessions.title')} text={t('sessions.lead')}>
      <LoadError queries={[list]} />
      {sessions.length > 0 && (
        <ul className={lists.list} aria-label={t('sessions.title')}>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      {olderUntil !== null && <OlderSessions until={olderUntil} />}
      {hasOthers && <EndOthers />}
    </Panel>
  )
}

/** A mutation that ends sessions, and then refetches the list. */
function useEnding(end: () => Promise<void>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: end, onSuccess: () => refreshSessions(client) })
}

/** A session with its device, its login and its last use. The current one ends by logging out. */
function SessionItem({ session }: { session: Session }) {
  const preferences = usePreferences()
  const ending = useEnding(() => revokeSession(session.id))
  const name = formatDevice(session)
  const provider = useQuery(configQuery).data?.login_methods.provider ?? ''
  return (
    <li>
      <ItemRow
        name={name}
        badges={session.is_current && <Badge tone="good">{t('sessions.current')}</Badge>}
        facts={[formatUse(session, preferences), formatMethod(session, provider)]}
      >
        {!session.is_current && (
          <ConfirmButton
            label={t('sessions.end')}
            title={t('sessions.endTitle', { name })}
            text={t('sessions.endText')}
            confirm={t('sessions.end')}
            action={ending}
          />
        )}
      </ItemRow>
    </li>
  )
}

function formatUse({ created_at, last_seen_on }: Session, preferences: DatePreferences): string {
  const start = new Date(created_at)
  const login = t('sessions.since', {
    date: formatDate(start, preferences),
    time: formatTime(start, preferences),
  })
  return `${login} · ${t('sessions.used', { date: formatDay(last_seen_on, preferences) })}`
}

const formatMethod = ({ login_method: method }: Session, provider: string) =>
  method !== null && t('sessions.method', { method, provider })

/** Ends all sessions except that of this page. */
function EndOthers() {
  const ending = useEnding(revokeOtherSessions)
  return (
    <div>
      <ConfirmButton
        label={t('sessions.endOthers')}
        title={t('sessions.endOthersTitle')}
        text={t('sessions.endOthersText')}
        confirm={t('sessions.endOthers')}
        action={ending}
      />
    </div>
  )
}

/** Explains sessions that cannot be listed, and ends them. */
function OlderSessions({ until }: { until: string }) {
  const preferences = usePreferences()
  const ending = useEnding(revokeOlderSessions)
  const date = formatDate(new Date(until), preferences)
  return (
    <>
      <p>{t('sessions.olderText', { date })}</p>
      <div>
        <ConfirmButton
          label={t('sessions.endOlder')}
          title={t('sessions.endOlderTitle')}
          text={t('sessions.endOlderText')}
          confirm={t('sessions.endOlder')}
          action={ending}
        />
      </div>
    </>
  )
}
