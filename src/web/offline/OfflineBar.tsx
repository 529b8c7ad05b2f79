import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toServerPath } from '@/web/api/client/server-path'
import { t } from '@/web/i18n/text'
import { isConnectionError, recordConnection, useConnection } from '@/web/state/connection'
import classes from './OfflineBar.module.css'

/** Interval in milliseconds for checking whether an unreachable server responds again. */
const CHECK_INTERVAL_MS = 5000

/** Checks whether the server responds; an error of a proxy does not count. */
const checkServer = () =>
  fetch(toServerPath('/api/ping'), { cache: 'no-store' }).then(
    ({ ok }) => ok && recordConnection(true),
    () => undefined,
  )

/** A notice shown while there is no connection. When the connection returns, failed queries are refetched. */
export function OfflineBar() {
  const connection = useConnection()
  const client = useQueryClient()
  useEffect(() => {
    if (connection === 'online') {
      const failed = {
        predicate: ({ state }: { state: { error: unknown } }) => isConnectionError(state.error),
      }
      void client.refetchQueries({ type: 'active', ...failed })
      return
    }
    if (connection === 'offline') return
    const asking = setInterval(checkServer, CHECK_INTERVAL_MS)
    return () => clearInterval(asking)
  }, [connection, client])
  return (
    <div role="status">
      {connection !== 'online' && (
        <p className={classes.bar}>
          <strong>{t(connection === 'offline' ? 'offline.title' : 'offline.unreachable')}</strong>
          <span>{t('offline.bar')}</span>
        </p>
      )}
    </div>
  )
}
