import { Button } from '@mantine/core'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { MessageScreen } from '@/web/components/page/MessageScreen'
import { t } from '@/web/i18n/text'
import { isConnectionError, useConnection } from '@/web/state/connection'
import { isRestored } from '@/web/state/offline-reading'

/**
 * Shows a screen, or a message in its place if some of its data could not be loaded without a connection. The screen
 * stays mounted but hidden, and its queries retry by themselves.
 */
export function OfflineGuard({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const connection = useConnection()
  const lacks = useMissingData()
  const hidden = enabled && connection !== 'online' && lacks
  return (
    <>
      {hidden && <OfflinePanel unreachable={connection === 'unreachable'} />}
      <div hidden={hidden}>{children}</div>
    </>
  )
}

/** Whether an active query has no data because the server did not respond. */
function useMissingData(): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(
    subscribe,
    () =>
      !hasStoredWorkouts(cache.getAll()) &&
      cache.getAll().some((query) => {
        const { data, error, fetchFailureReason } = query.state
        return (
          query.isActive() && data === undefined && isConnectionError(error ?? fetchFailureReason)
        )
      }),
  )
}

/** Whether the screen shows workouts that are stored on this device. Other parts of it may be missing. */
const hasStoredWorkouts = (queries: readonly Query[]): boolean =>
  queries.some(
    (query) =>
      query.isActive() &&
      isRestored(query.queryHash) &&
      (query.queryKey[0] === 'workout' || query.queryKey[0] === 'workouts'),
  )

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
