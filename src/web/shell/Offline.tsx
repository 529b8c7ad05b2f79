import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { MessageScreen } from '@/web/components/MessageScreen'
import { t } from '@/web/i18n/text'
import { isUnanswered, useConnection } from '@/web/state/connection'

/**
 * Shows a screen, or in its place that there is no connection, when something that it shows was asked for in vain. The
 * screen stays where it is, out of sight, and asks again itself.
 */
export function OfflineGuard({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const connection = useConnection()
  const lacks = useLacks()
  const hidden = enabled && connection !== 'online' && lacks
  return (
    <>
      {hidden && <OfflinePanel unreachable={connection === 'unreachable'} />}
      <div hidden={hidden}>{children}</div>
    </>
  )
}

/** Whether something that a screen shows could not be had, for want of an answer; what is beside the screens aside. */
function useLacks(): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => {
      const { data, error, fetchFailureReason } = query.state
      return query.isActive() && data === undefined && isUnanswered(error ?? fetchFailureReason)
    }),
  )
}

function OfflinePanel({ unreachable }: { unreachable: boolean }) {
  const client = useQueryClient()
  return (
    <MessageScreen
      plate="…"
      title={t(unreachable ? 'offline.unreachable' : 'offline.title')}
      text={t('offline.text')}
    >
      <Button onClick={() => void client.refetchQueries({ type: 'active' })}>
        {t('error.retry')}
      </Button>
      <Button variant="default" component={Link} to="/workouts/add">
        {t('nav.add')}
      </Button>
    </MessageScreen>
  )
}
